import { findClose, type Markup, type OpenTag, tokenize } from "./tokenize";

/** A snippet with what is known of its code. */
export interface Snippet extends Markup {
  rule_id: string;
  html: string;
  root: OpenTag | null;
}

export const readSnippet = (rule_id: string, html: string): Snippet => {
  const markup = tokenize(html);
  return { rule_id, html, ...markup, root: markup.tokens.find((token) => token.kind === "open") ?? null };
};

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
};

/** The commonest character references, for reading texts. */
export const decode = (text: string): string =>
  text.replace(/&(#39|[a-z]+);/g, (all, name: string) => entities[name] ?? all);

/** An attribute's value with its character references read; null when it is not there. */
export const attributeOf = (tag: OpenTag, name: string): string | null => {
  const present = tag.attributes.find((attribute) => attribute.name === name);
  return present ? decode(present.value) : null;
};

export const escapeAttribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
export const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export const replaceRange = (html: string, start: number, end: number, text: string): string =>
  html.slice(0, start) + text + html.slice(end);

/** Sets an attribute where it stands, or adds it after the others. */
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
  const before = html.slice(0, present.start).replace(/\s+$/, "");
  return before + html.slice(present.end);
};

/** What the snippet says, without what only machines read. */
export const textOf = ({ tokens }: Pick<Markup, "tokens">): string => {
  const texts: string[] = [];
  let skip = "";
  for (const token of tokens) {
    if (token.kind === "open" && /^(?:script|style|noscript)$/.test(token.name)) skip = token.name;
    else if (token.kind === "close" && token.name === skip) skip = "";
    else if (token.kind === "text" && skip === "") texts.push(decode(token.text));
  }
  return texts.join(" ").replace(/\s+/g, " ").trim();
};

/** The first element and whatever follows it, or null when it does not end within the snippet. */
export const isWhole = ({ tokens, root, broken }: Snippet): boolean =>
  !broken && root !== null && findClose(tokens, tokens.indexOf(root)) >= 0;

/** Changes the name of the first element in its opening and closing tag. */
export const renameRoot = (snippet: Snippet, name: string): string | null => {
  const { html, tokens, root } = snippet;
  if (!root) return null;
  const close = tokens[findClose(tokens, tokens.indexOf(root))];
  if (close?.kind !== "close") return null;
  const ended = replaceRange(html, close.start, close.end, `</${name}>`);
  return replaceRange(ended, root.start + 1, root.start + 1 + root.name.length, name);
};
