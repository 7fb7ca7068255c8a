type Frame = (snippet: string) => string;

const filler = "<p>Text of the page.</p>";
const title = "<title>Page</title>";

/** Elements that are valid only inside others, with the markup to add before and after them. */
const homes: Readonly<Record<string, readonly [string, string]>> = {
  li: ["<ul>", "</ul>"],
  dt: ["<dl>", "<dd>Text</dd></dl>"],
  dd: ["<dl><dt>Term</dt>", "</dl>"],
  tr: ["<table><tbody>", "</tbody></table>"],
  td: ["<table><tbody><tr>", "</tr></tbody></table>"],
  th: ["<table><tbody><tr>", "<td>Text</td></tr></tbody></table>"],
  thead: ["<table>", "</table>"],
  tbody: ["<table>", "</table>"],
  tfoot: ["<table>", "</table>"],
  caption: ["<table>", "<tr><td>Text</td></tr></table>"],
  option: ['<select aria-label="Choice">', "</select>"],
  optgroup: ['<select aria-label="Choice">', "</select>"],
  area: ['<img src="data:," width="100" height="100" alt="Map" usemap="#frame-map"><map name="frame-map">', "</map>"],
  source: ["<video muted>", "</video>"],
  track: ["<video muted>", "</video>"],
  summary: ["<details>", "Text</details>"],
  figcaption: ["<figure>", "</figure>"],
  legend: ["<fieldset>", "</fieldset>"],
};
const svgParts = /^(?:path|g|rect|circle|ellipse|line|polyline|polygon|text|tspan|use|symbol|defs)$/;

/** Roles that are valid only inside other roles, with the markup to add before and after their elements. */
const roleHomes: Readonly<Record<string, readonly [string, string]>> = {
  option: ['<div role="listbox" aria-label="Choice">', "</div>"],
  tab: ['<div role="tablist" aria-label="Tabs">', "</div>"],
  treeitem: ['<div role="tree" aria-label="Tree">', "</div>"],
  menuitem: ['<div role="menu" aria-label="Menu">', "</div>"],
  menuitemcheckbox: ['<div role="menu" aria-label="Menu">', "</div>"],
  menuitemradio: ['<div role="menu" aria-label="Menu">', "</div>"],
  listitem: ['<div role="list">', "</div>"],
  row: ['<div role="table" aria-label="Table">', "</div>"],
  rowgroup: ['<div role="table" aria-label="Table">', "</div>"],
  cell: ['<div role="table" aria-label="Table"><div role="row">', "</div></div>"],
  columnheader: ['<div role="table" aria-label="Table"><div role="row">', "</div></div>"],
  rowheader: ['<div role="table" aria-label="Table"><div role="row">', "</div></div>"],
  gridcell: ['<div role="grid" aria-label="Grid"><div role="row">', "</div></div>"],
};

/** Rules that check whether an element's parent is missing. For these rules, the frame must not add a parent. */
const wantsNoHome = /^(?:listitem|dlitem|aria-required-parent)$/;
const aboutWholePage = /^(?:region|bypass|landmark-.*|page-has-heading-one|skip-link)$/;
const landmark = /^(?:main|header|footer|nav|aside)$/;

const findHome = (rule_id: string, tag: string, attributes: string): readonly [string, string] => {
  if (wantsNoHome.test(rule_id)) return ["", ""];
  const role = /\srole\s*=\s*["']?([a-z]+)/i.exec(attributes)?.[1]?.toLowerCase() ?? "";
  if (Object.hasOwn(homes, tag)) return homes[tag] ?? ["", ""];
  if (svgParts.test(tag)) return ['<svg width="50" height="50" aria-hidden="true">', "</svg>"];
  return (Object.hasOwn(roleHomes, role) ? roleHomes[role] : undefined) ?? ["", ""];
};

const bodyOf = (rule_id: string, tag: string, content: string): string =>
  aboutWholePage.test(rule_id) || landmark.test(tag)
    ? `${content}\n${filler}`
    : `<main><h1>Page</h1>\n${content}\n${filler}</main>`;

/**
 * Returns the frame for a snippet that starts with `<html>`. Leaves a complete document unchanged. If the snippet is
 * only an opening tag, adds the content that other rules require.
 */
const frameDocument = (rule_id: string): Frame => {
  const body = bodyOf(rule_id, "", "");
  return (snippet) => {
    const start = /^(?:\s*<!doctype[^>]*>)?\s*<html\b[^>]*>/i.exec(snippet)?.[0] ?? "";
    const rest = snippet.slice(start.length).replace(/<\/html\s*>\s*$/i, "");
    const named = rule_id === "document-title" || /<title\b/i.test(rest) ? "" : title;
    return `${start}${named}${rest}${/<body\b/i.test(rest) ? "" : body}</html>`;
  };
};

const page = (head: string, body: string): string =>
  `<!doctype html><html lang="en"><head>${head}</head>${body}</html>`;

/**
 * Returns a function that wraps the snippet, and its replacement, in the same valid document. The document itself
 * doesn't fail any rules, and the snippet's element is allowed where it is inserted. The choice of document depends on
 * the rule and the first element of the failing snippet.
 */
export const chooseFrame = (rule_id: string, before: string): Frame => {
  const [, name = "", attributes = ""] = /^\s*(?:<!doctype[^>]*>\s*)?<([a-z][\w-]*)([^>]*)/i.exec(before) ?? [];
  const tag = name.toLowerCase();
  if (tag === "html") return frameDocument(rule_id);
  if (tag === "body") return (snippet) => page(title, `${snippet}${bodyOf(rule_id, "", "")}`);
  if (tag === "head")
    return (snippet) => `<!doctype html><html lang="en">${snippet}<body>${bodyOf(rule_id, "", "")}</body></html>`;
  if (/^(?:title|meta|link|base)$/.test(tag))
    return (snippet) => page(`${tag === "title" ? "" : title}${snippet}`, `<body>${bodyOf(rule_id, "", "")}</body>`);
  const [open, close] = findHome(rule_id, tag, attributes);
  return (snippet) => page(title, `<body>${bodyOf(rule_id, tag, `${open}${snippet}${close}`)}</body>`);
};
