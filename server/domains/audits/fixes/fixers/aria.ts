import { attributeOf, escapeAttribute, removeAttribute, type Snippet, setAttribute } from "../markup/edit";
import type { OpenTag } from "../markup/tokenize";
import { type Draft, draft, type Fixer, settingOnRoot } from "./draft";

const attributes =
  "activedescendant atomic autocomplete braillelabel brailleroledescription busy checked colcount colindex colspan controls current describedby description details disabled dropeffect errormessage expanded flowto grabbed haspopup hidden invalid keyshortcuts label labelledby level live modal multiline multiselectable orientation owns placeholder posinset pressed readonly relevant required roledescription rowcount rowindex rowspan selected setsize sort valuemax valuemin valuenow valuetext".split(
    " ",
  );
const roles =
  "alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo definition dialog document feed figure form grid gridcell group heading img link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel term textbox timer toolbar tooltip tree treegrid treeitem".split(
    " ",
  );

const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

/** Returns the closest known word, at most two edits away. */
const nearest = (word: string, words: readonly string[]): string | null => {
  if (words.includes(word)) return null;
  const ranked = words.map((each) => ({ each, far: distance(word, each) })).toSorted((a, b) => a.far - b.far);
  return ranked[0] && ranked[0].far <= 2 && word.length > ranked[0].far + 1 ? ranked[0].each : null;
};

const openTags = ({ tokens }: Snippet): OpenTag[] => tokens.filter((token) => token.kind === "open");

const misspelt: Fixer = (snippet) => {
  let correct = snippet.html;
  const told: string[] = [];
  for (const tag of openTags(snippet).toReversed())
    for (const { name, value } of tag.attributes.toReversed()) {
      if (!name.startsWith("aria-") || attributes.includes(name.slice(5))) continue;
      const meant = nearest(name.slice(5), attributes);
      const present = meant && tag.attributes.find((attribute) => attribute.name === name);
      if (present)
        correct = `${correct.slice(0, present.start)}aria-${meant}="${escapeAttribute(value)}"${correct.slice(present.end)}`;
      else correct = removeAttribute(correct, tag, name);
      told.push(meant ? `Corrects the misspelt ${name} to aria-${meant}.` : `Removes ${name}, which doesn't exist.`);
    }
  return told.length > 0 ? [draft(correct, told.join(" "))] : [];
};

const badRole: Fixer = ({ html, root }) => {
  const role = root && attributeOf(root, "role")?.trim().toLowerCase();
  if (!root || !role) return [];
  const meant = nearest(role, roles);
  const without = draft(
    removeAttribute(html, root, "role"),
    `Removes the role “${role}”, which doesn't exist. The element keeps its native role.`,
  );
  const removed = mayLoseRole(root) ? [without] : [];
  return meant
    ? [
        draft(setAttribute(html, root, "role", meant), `Corrects the misspelt role “${role}” to “${meant}”.`),
        ...removed,
      ]
    : removed;
};

/**
 * Returns up to four drafts that remove one attribute each, followed by one that removes all of them, because the rule
 * doesn't say which attribute is invalid.
 */
const without = (snippet: Snippet, picked: (name: string) => boolean, explain: (names: string) => string): Draft[] => {
  const { html, root } = snippet;
  if (!root) return [];
  const names = root.attributes.map(({ name }) => name).filter(picked);
  const all = names.reduceRight((code, name) => removeAttribute(code, root, name), html);
  const each = names.map((name) => draft(removeAttribute(html, root, name), explain(name)));
  return names.length > 1 ? [...each.slice(0, 4), draft(all, explain(names.join(", ")))] : each;
};

const notAllowed: Fixer = (snippet) =>
  without(
    snippet,
    (name) => name.startsWith("aria-"),
    (names) =>
      `Removes ${names}, which can't be used on an element with this role. If you need that information, give the element another role.`,
  );

const yes = /^(?:yes|y|on|1|true|open|opened|checked|selected|expanded)$/i;
const no = /^(?:no|n|off|0|false|closed|collapsed|null|undefined|none|)$/i;
const booleans =
  /^aria-(?:atomic|busy|checked|disabled|expanded|grabbed|hidden|modal|multiline|multiselectable|pressed|readonly|required|selected)$/;

const badValue: Fixer = (snippet) => {
  const { html, root } = snippet;
  if (!root) return [];
  const drafts: Draft[] = [];
  for (const { name, value } of root.attributes) {
    if (!booleans.test(name) || /^(?:true|false)$/.test(value)) continue;
    const meant = yes.test(value) ? "true" : "false";
    const known = yes.test(value) || no.test(value);
    const text = `${name} takes true or false. ${known ? `“${value}” becomes ${meant}.` : `“${value}” is neither: ${meant} is a guess, so check it.`} Keep the value up to date in your script.`;
    drafts.push(draft(setAttribute(html, root, name, meant), text));
  }
  const removed = without(
    snippet,
    (name) => name.startsWith("aria-"),
    (names) => `Removes ${names}: the value isn't allowed, or refers to an element that doesn't exist.`,
  );
  return [...drafts, ...removed].slice(0, 6);
};

const required: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  checkbox: { "aria-checked": "false" },
  switch: { "aria-checked": "false" },
  radio: { "aria-checked": "false" },
  menuitemcheckbox: { "aria-checked": "false" },
  menuitemradio: { "aria-checked": "false" },
  heading: { "aria-level": "2" },
  slider: { "aria-valuenow": "0" },
  meter: { "aria-valuenow": "0" },
  scrollbar: { "aria-valuenow": "0" },
  separator: { "aria-valuenow": "0" },
  combobox: { "aria-expanded": "false" },
  option: { "aria-selected": "false" },
};

const interactive =
  /^(?:button|checkbox|combobox|link|listbox|menuitem|menuitemcheckbox|menuitemradio|option|radio|searchbox|slider|spinbutton|switch|tab|textbox|treeitem)$/;

/**
 * Reports whether an element's role can be removed. A clickable element must keep the role that identifies it as
 * interactive.
 */
const mayLoseRole = (tag: OpenTag): boolean => {
  const role = attributeOf(tag, "role")?.trim().toLowerCase() ?? "";
  const isClickable = ["onclick", "onkeydown", "onkeyup", "tabindex"].some((name) => attributeOf(tag, name) !== null);
  return !interactive.test(role) && (!isClickable || /^(?:none|presentation)$/.test(role));
};

const missing: Fixer = ({ html, root }) => {
  const role = root && attributeOf(root, "role")?.trim().toLowerCase();
  const wanted = role && Object.hasOwn(required, role) ? required[role] : undefined;
  if (!root || !wanted) return [];
  const absent = Object.entries(wanted).filter(([name]) => attributeOf(root, name) === null);
  let correct = html;
  for (const [name, value] of absent) correct = setAttribute(correct, root, name, value);
  const names = absent.map(([name, value]) => `${name}="${value}"`).join(" ");
  return [
    draft(correct, `role="${role}" requires ${names}. This is the initial value: keep it up to date in your script.`),
  ];
};

const shownAgain: Fixer = ({ html, root }) =>
  root && attributeOf(root, "aria-hidden") !== null
    ? [
        draft(
          removeAttribute(html, root, "aria-hidden"),
          "Removes aria-hidden, because an element that can be reached with the keyboard must not be hidden from screen readers. If nobody should reach it, hide it from everyone with the hidden attribute, or use inert.",
        ),
      ]
    : [];

/** Words in the class or id of elements that can be opened and closed. */
const opens =
  /(?:^|[\s_-])(?:drawer|modal|dialog|popup|popover|off-?canvas|flyout|lightbox|overlay|sheet|sidebar|side-?nav)s?(?=$|[\s_-])/i;

const isClosed = (tag: OpenTag): boolean =>
  ["class", "id"].some((name) => opens.test(attributeOf(tag, name) ?? "")) || /^(?:dialog|aside)$/.test(tag.name);

/**
 * Makes a drawer or dialog inert, because it must be unreachable while it is closed, and removes `aria-hidden` from
 * anything else. Neither change is right for an open drawer, whose script has to remove `aria-hidden`.
 */
const hiddenFocus: Fixer = (snippet) => {
  const { html, root } = snippet;
  if (!root || attributeOf(root, "aria-hidden") === null) return [];
  const inert = draft(
    setAttribute(html, root, "inert", ""),
    "Makes the element inert while it is closed, so that keyboard users can't reach what is hidden from screen readers. Remove inert in your script when the element opens, and add it again when it closes.",
  );
  return isClosed(root) ? [inert] : shownAgain(snippet);
};

const roleConflict: Fixer = ({ html, root }) =>
  root && mayLoseRole(root)
    ? [draft(removeAttribute(html, root, "role"), "Removes the role, because it isn't allowed on this element.")]
    : [];

const deprecated: Fixer = ({ html, root }) =>
  root && mayLoseRole(root)
    ? [
        draft(
          removeAttribute(html, root, "role"),
          "Removes the role, which is deprecated. The element keeps its native role.",
        ),
      ]
    : [];

/** Gives the element the group role: unlike an element without a role, a group can have a name. */
const grouped: Fixer = (snippet) =>
  snippet.root?.name === "div" && attributeOf(snippet.root, "role") === null
    ? settingOnRoot(
        snippet,
        "role",
        "group",
        "A plain element can't have a name, but a group can: screen readers announce the name when people enter the group. If nobody needs the name, remove it instead.",
      )
    : [];

export const ariaFixers: Readonly<Record<string, Fixer>> = {
  "aria-valid-attr": misspelt,
  "aria-roles": badRole,
  "aria-deprecated-role": deprecated,
  "aria-allowed-role": roleConflict,
  "aria-allowed-attr": notAllowed,
  "aria-prohibited-attr": notAllowed,
  "aria-conditional-attr": notAllowed,
  "aria-braille-equivalent": notAllowed,
  "aria-valid-attr-value": badValue,
  "aria-required-attr": missing,
  "aria-hidden-focus": hiddenFocus,
  "aria-hidden-body": shownAgain,
  "presentation-role-conflict": roleConflict,
  "prohibited-name": grouped,
};
