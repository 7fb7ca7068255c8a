import { findClose, type Markup, type OpenTag, tokenize } from "./tokenize";

export interface Snippet extends Markup {
  rule_id: string;
  html: string;
  root: OpenTag | null;
}

export const readSnippet = (rule_id: string, html: string): Snippet => {
  const markup = tokenize(html);
  return { rule_id, html, ...markup, root: markup.tokens.find((token) => token.kind === "open") ?? null };
};

/** Returns an attribute's value, or null if the attribute is missing. */
export const attributeOf = (tag: OpenTag, name: string): string | null =>
  tag.attributes.find((attribute) => attribute.name === name)?.value ?? null;

export const escapeAttribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
export const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export const replaceRange = (html: string, start: number, end: number, text: string): string =>
  html.slice(0, start) + text + html.slice(end);

/** Sets an attribute in place, or adds it after the other attributes. */
export const setAttribute = (html: string, tag: OpenTag, name: string, value: string): string => {
  const written = `${name}="${escapeAttribute(value)}"`;
  const present = tag.attributes.find((attribute) => attribute.name === name);
  if (present) return replaceRange(html, present.start, present.end, written);
  const at = tag.attributes.at(-1)?.end ?? tag.start + 1 + tag.name.length;
  return replaceRange(html, at, at, ` ${written}`);
};

export const removeAttribute = (html: string, tag: OpenTag, name: string): string => {
  const present = tag.attributes.find((attribute) => attribute.name === name);
  if (!present) return html;
  const before = html.slice(0, present.start).trimEnd();
  return before + html.slice(present.end);
};

/** Returns the snippet's text, without the content of script, style and noscript elements. */
export const textOf = ({ tokens }: Pick<Markup, "tokens">): string => {
  const texts: string[] = [];
  let skip = "";
  for (const token of tokens) {
    if (token.kind === "open" && /^(?:script|style|noscript)$/.test(token.name)) skip = token.name;
    else if (token.kind === "close" && token.name === skip) skip = "";
    else if (token.kind === "text" && skip === "") texts.push(token.text);
  }
  return texts.join(" ").replace(/\s+/g, " ").trim();
};

/** Returns the text of the first element with this name; empty if there is none or it isn't closed. */
export const textInside = ({ tokens }: Pick<Markup, "tokens">, name: string): string => {
  const start = tokens.findIndex((token) => token.kind === "open" && token.name === name);
  const end = tokens.findIndex((token, at) => at > start && token.kind === "close" && token.name === name);
  return start < 0 || end < 0 ? "" : textOf({ tokens: tokens.slice(start + 1, end) });
};

/** Reports whether the root element ends within the snippet. */
export const isWhole = ({ tokens, root, broken }: Snippet): boolean =>
  !broken && root !== null && findClose(tokens, tokens.indexOf(root)) >= 0;

/** Renames the root element in its opening and closing tags. Returns null if there is no closing tag. */
export const renameRoot = (snippet: Snippet, name: string): string | null => {
  const { html, tokens, root } = snippet;
  if (!root) return null;
  const close = tokens[findClose(tokens, tokens.indexOf(root))];
  if (close?.kind !== "close") return null;
  const ended = replaceRange(html, close.start, close.end, `</${name}>`);
  return replaceRange(ended, root.start + 1, root.start + 1 + root.name.length, name);
};
