import { attributeOf, isWhole, type Snippet } from "../markup/edit";
import { type Draft, draft, type Fixer } from "./draft";

/** Ancestors that an element with the given role requires, outermost first. */
const parents: Readonly<Record<string, readonly string[]>> = {
  option: ["listbox"],
  tab: ["tablist"],
  menuitem: ["menu"],
  menuitemcheckbox: ["menu"],
  menuitemradio: ["menu"],
  treeitem: ["tree"],
  listitem: ["list"],
  row: ["table"],
  rowgroup: ["table"],
  cell: ["table", "row"],
  columnheader: ["table", "row"],
  rowheader: ["table", "row"],
  gridcell: ["grid", "row"],
};
const needsName = /^(?:listbox|tree|grid|table|menu|tablist)$/;
const placeholder = "Say what this contains";

const wrapRole = (html: string, roles: readonly string[]): string => {
  const open = roles.map((role) => `<div role="${role}"${needsName.test(role) ? ` aria-label="${placeholder}"` : ""}>`);
  return `${open.join("")}${html}${"</div>".repeat(roles.length)}`;
};

const requiredParent: Fixer = (snippet) => {
  const { html, root } = snippet;
  const role = root && attributeOf(root, "role")?.trim().toLowerCase();
  const roles = role && Object.hasOwn(parents, role) ? parents[role] : undefined;
  if (!roles || !isWhole(snippet)) return [];
  const text = roles.map((each) => `role="${each}"`).join(" and ");
  return [
    draft(
      wrapRole(html, roles),
      `An element with role="${role}" must be inside ${text}. Put all related elements in one such container, and replace the placeholder “${placeholder}” with its name. If the role is wrong, remove it instead.`,
      roles.some((each) => needsName.test(each)) ? [placeholder] : [],
    ),
  ];
};

const wrap = (snippet: Snippet, open: string, close: string, explanation: string): Draft[] =>
  isWhole(snippet)
    ? [
        draft(
          `${open}${snippet.html}${close}`,
          explanation,
          terms.filter((term) => `${open}${close}`.includes(term)),
        ),
      ]
    : [];

/** Placeholders that a person has to replace in drafts for definition lists. */
const terms = ["Name the term here", "Describe the term here"];

const listitem: Fixer = (snippet) =>
  wrap(
    snippet,
    "<ul>",
    "</ul>",
    "A list item must be directly inside a list, so that screen readers can announce how many items there are. Put related items in one <ul>, or in an <ol> if their order matters.",
  );

const dlitem: Fixer = (snippet) =>
  wrap(
    snippet,
    snippet.root?.name === "dd" ? "<dl><dt>Name the term here</dt>" : "<dl>",
    snippet.root?.name === "dd" || /<dd\b/i.test(snippet.html) ? "</dl>" : "<dd>Describe the term here</dd></dl>",
    "Terms (<dt>) and their descriptions (<dd>) must be in one <dl>. Move related elements into it, and replace any placeholder text.",
  );

export const parentFixers: Readonly<Record<string, Fixer>> = {
  "aria-required-parent": requiredParent,
  listitem,
  dlitem,
};
