import type { FailingPart } from "./contract";

export type SnippetPart = { text: string; highlighted: boolean };

const OPENING_TAG = /^\s*<[a-z][^\s>/]*(?:"[^"]*"|'[^']*'|[^>"'])*>?/i;
const LONGEST_TAG = 5_000;

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const cut = (html: string, start: number, end: number): SnippetPart[] =>
  [
    { text: html.slice(0, start), highlighted: false },
    { text: html.slice(start, end), highlighted: true },
    { text: html.slice(end), highlighted: false },
  ].filter(({ text }) => text !== "");

const markAttributes = (tag: string, rest: string, attributes: readonly string[]): SnippetPart[] | null => {
  const names = attributes.map(escapePattern).join("|");
  // Backtracks, but only within one attribute: we define the names, and a value ends at a quote or a space.
  const pattern = new RegExp(`(?<=\\s)(?:${names})(?:\\s*=\\s*(?:"[^"]*"?|'[^']*'?|[^\\s>"']+))?(?=[\\s/>]|$)`, "gi");
  const parts: SnippetPart[] = [];
  let done = 0;
  for (const { index, 0: text } of tag.matchAll(pattern)) {
    parts.push({ text: tag.slice(done, index), highlighted: false }, { text, highlighted: true });
    done = index + text.length;
  }
  if (parts.length === 0) return null;
  return [...parts, { text: tag.slice(done) + rest, highlighted: false }].filter(({ text }) => text !== "");
};

const markText = (html: string, tagEnd: number): SnippetPart[] | null => {
  const text = /[^<>\s][^<>]*/.exec(html.slice(tagEnd).replace(/<[^>]*>?/g, (tag) => "<".repeat(tag.length)));
  if (!text) return null;
  const start = tagEnd + text.index;
  return cut(html, start, start + text[0].trimEnd().length);
};

/** Splits a finding's markup into parts and marks the failing part. Joined together, the parts equal the markup. */
export const markFailingPart = (html: string, failingPart: FailingPart): SnippetPart[] => {
  const tag = OPENING_TAG.exec(html.slice(0, LONGEST_TAG))?.[0];
  if (tag === undefined) return html === "" ? [] : [{ text: html, highlighted: false }];
  if (failingPart === "text") return markText(html, tag.length) ?? cut(html, 0, tag.length);
  if (failingPart === "tag") return cut(html, tag.length - tag.trimStart().length, tag.length);
  return markAttributes(tag, html.slice(tag.length), failingPart.attributes) ?? cut(html, 0, tag.length);
};
