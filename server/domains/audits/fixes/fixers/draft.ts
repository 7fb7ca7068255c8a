import { type Snippet, setAttribute } from "../markup/edit";

export interface Draft {
  correct_code: string;
  explanation: string;
}

/**
 * Returns drafts, best first, each checked with the engine until one passes; none when the code alone doesn't contain
 * enough information.
 */
export type Fixer = (snippet: Snippet) => Draft[];

/** A name, and whether it is a placeholder for a person to replace. */
export interface Name {
  text: string;
  source: string;
  isPlaceholder: boolean;
}

/** Returns the first known name, or `placeholder` for a person to replace. */
export const chooseName = (
  known: readonly (readonly [text: string | null, source: string])[],
  placeholder: string,
): Name => {
  for (const [text, source] of known) if (text) return { text, source, isPlaceholder: false };
  return { text: placeholder, source: "", isPlaceholder: true };
};

/** Explains what a person has to do about a name that was guessed or is a placeholder. */
export const judgeName = ({ text, source, isPlaceholder }: Name, advice: string): string =>
  isPlaceholder
    ? `“${text}” is a placeholder: replace it. ${advice}`
    : `“${text}” is a guess from ${source}, so check it. ${advice}`;

export const draft = (correct_code: string, explanation: string): Draft => ({ correct_code, explanation });

/** Returns one draft that sets an attribute of the root element. */
export const settingOnRoot = ({ html, root }: Snippet, name: string, value: string, explanation: string): Draft[] =>
  root ? [draft(setAttribute(html, root, name, value), explanation)] : [];
