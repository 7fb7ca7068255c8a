import { attributeOf, isWhole, type Snippet } from "../markup/edit";
import { type Draft, draft, type Fixer } from "./draft";

/** What stands around an element of this role, from the outside in. */
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
const placeholder = "Say what this is a choice of";

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
      `An element with role="${role}" counts only inside ${text}. Put all that belong together into one such element, and replace the placeholder “${placeholder}” by its name. If it is no such thing, take the role away instead.`,
    ),
  ];
};

const wrap = (snippet: Snippet, open: string, close: string, explanation: string): Draft[] =>
  isWhole(snippet) ? [draft(`${open}${snippet.html}${close}`, explanation)] : [];

const listitem: Fixer = (snippet) =>
  wrap(
    snippet,
    "<ul>",
    "</ul>",
    "A list item stands directly in a list, so that screen readers can say how many there are. Put the items that belong together into one <ul>, or into an <ol> when their order matters.",
  );

const dlitem: Fixer = (snippet) =>
  wrap(
    snippet,
    snippet.root?.name === "dd" ? "<dl><dt>Name the term here</dt>" : "<dl>",
    snippet.root?.name === "dd" || /<dd\b/i.test(snippet.html) ? "</dl>" : "<dd>Describe the term here</dd></dl>",
    "Terms (<dt>) and their descriptions (<dd>) stand together in one <dl>. Move what belongs to it inside, in place of any placeholder text.",
  );

export const parentFixers: Readonly<Record<string, Fixer>> = {
  "aria-required-parent": requiredParent,
  listitem,
  dlitem,
};
