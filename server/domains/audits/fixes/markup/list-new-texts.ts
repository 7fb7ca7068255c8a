import { type Token, tokenize } from "./tokenize";

/** Attributes whose values people read or hear. */
const spoken =
  /^(?:alt|title|aria-label|aria-description|aria-roledescription|aria-valuetext|placeholder|label|summary)$/;

const textsOf = (token: Token): string[] => {
  if (token.kind === "text") return [token.text];
  if (token.kind !== "open") return [];
  const isButton = token.attributes.some(
    ({ name, value }) => name === "type" && /^(?:button|submit|reset)$/i.test(value),
  );
  return token.attributes.flatMap(({ name, value }) =>
    spoken.test(name) || (isButton && name === "value") ? [value] : [],
  );
};

const listTexts = (html: string): string[] =>
  tokenize(html)
    .tokens.flatMap(textsOf)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");

/** Returns the text that a change adds for people to read or hear. */
export const listNewTexts = (before: string, after: string): string[] => {
  const known = new Set(listTexts(before));
  return [...new Set(listTexts(after).filter((text) => !known.has(text)))];
};
