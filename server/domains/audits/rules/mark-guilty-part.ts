import type { GuiltyPart } from "./contract";

export type SnippetPart = { text: string; guilty: boolean };

const OPENING_TAG = /^\s*<[a-z][^\s>/]*(?:"[^"]*"|'[^']*'|[^>"'])*>?/i;
const LONGEST_TAG = 5_000;

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const cut = (html: string, start: number, end: number): SnippetPart[] =>
  [
    { text: html.slice(0, start), guilty: false },
    { text: html.slice(start, end), guilty: true },
    { text: html.slice(end), guilty: false },
  ].filter(({ text }) => text !== "");

const markAttributes = (tag: string, rest: string, attributes: readonly string[]): SnippetPart[] | null => {
  const names = attributes.map(escapePattern).join("|");
  // Backtracks, but only within one attribute: the names are our own, and what follows them ends at a quote or a space.
  const pattern = new RegExp(`(?<=\\s)(?:${names})(?:\\s*=\\s*(?:"[^"]*"?|'[^']*'?|[^\\s>"']+))?(?=[\\s/>]|$)`, "gi");
  const parts: SnippetPart[] = [];
  let done = 0;
  for (const { index, 0: text } of tag.matchAll(pattern)) {
    parts.push({ text: tag.slice(done, index), guilty: false }, { text, guilty: true });
    done = index + text.length;
  }
  if (parts.length === 0) return null;
  return [...parts, { text: tag.slice(done) + rest, guilty: false }].filter(({ text }) => text !== "");
};

const markText = (html: string, tagEnd: number): SnippetPart[] | null => {
  const text = /[^<>\s][^<>]*/.exec(html.slice(tagEnd).replace(/<[^>]*>?/g, (tag) => "<".repeat(tag.length)));
  if (!text) return null;
  const start = tagEnd + text.index;
  return cut(html, start, start + text[0].trimEnd().length);
};

/** Splits a finding's markup into parts and marks the part that fails. Joined, the parts equal the markup. */
export const markGuiltyPart = (html: string, guilty: GuiltyPart): SnippetPart[] => {
  const tag = OPENING_TAG.exec(html.slice(0, LONGEST_TAG))?.[0];
  if (tag === undefined) return html === "" ? [] : [{ text: html, guilty: false }];
  if (guilty === "text") return markText(html, tag.length) ?? cut(html, 0, tag.length);
  if (guilty === "tag") return cut(html, tag.length - tag.trimStart().length, tag.length);
  return markAttributes(tag, html.slice(tag.length), guilty.attributes) ?? cut(html, 0, tag.length);
};
