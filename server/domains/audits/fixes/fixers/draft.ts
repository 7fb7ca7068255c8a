import { type Snippet, setAttribute } from "../markup/edit";

export interface Draft {
  correct_code: string;
  explanation: string;
  /** Text in the code that a person has to replace or confirm. */
  placeholders: string[];
}

/**
 * Returns drafts, best first, or none if the code alone doesn't contain enough information. The first draft that passes
 * the engine's check is used.
 */
export type Fixer = (snippet: Snippet) => Draft[];

/** A name, and whether it is a placeholder for a person to replace or a guess for a person to confirm. */
export interface Name {
  text: string;
  source: string;
  isPlaceholder: boolean;
  isGuess: boolean;
}

/**
 * Sources that the page's author wrote for people to read. All other sources, such as a file name, only hint at a name.
 */
const written = new Set([
  "the aria-label",
  "the caption",
  "the image title",
  "the placeholder",
  "the text inside",
  "the title attribute",
  "the value",
]);

/** Returns the first known name, or `placeholder` for a person to replace. */
export const chooseName = (
  known: readonly (readonly [text: string | null, source: string])[],
  placeholder: string,
): Name => {
  for (const [text, source] of known)
    if (text) return { text, source, isPlaceholder: false, isGuess: !written.has(source) };
  return { text: placeholder, source: "", isPlaceholder: true, isGuess: false };
};

/** Explains what a person has to do with a name that is a guess or a placeholder. */
export const assessName = ({ text, source, isPlaceholder }: Name, advice: string): string =>
  isPlaceholder
    ? `“${text}” is a placeholder: replace it. ${advice}`
    : `“${text}” is a guess based on ${source}, so check it. ${advice}`;

/** Returns the name if a person has to replace or confirm it. */
export const placeholdersOf = ({ text, isPlaceholder, isGuess }: Name): string[] =>
  isPlaceholder || isGuess ? [text] : [];

export const draft = (correct_code: string, explanation: string, placeholders: string[] = []): Draft => ({
  correct_code,
  explanation,
  placeholders,
});

/** Returns one draft that sets an attribute of the root element. */
export const settingOnRoot = (
  { html, root }: Snippet,
  name: string,
  value: string,
  explanation: string,
  placeholders: string[] = [],
): Draft[] => (root ? [draft(setAttribute(html, root, name, value), explanation, placeholders)] : []);

/** Returns one draft that uses an attribute to name the root element. */
export const namingRoot = (
  snippet: Snippet,
  attribute: string,
  name: Name,
  { why, advice }: { why: string; advice: string },
): Draft[] => settingOnRoot(snippet, attribute, name.text, `${why} ${assessName(name, advice)}`, placeholdersOf(name));
