import { type Snippet, setAttribute } from "../markup/edit";

export interface Draft {
  correct_code: string;
  explanation: string;
}

/** The best way first; each is tried with the engine until one passes. None when the code alone does not say enough. */
export type Fixer = (snippet: Snippet) => Draft[];

/** A name, and whether somebody has to write a better one. */
export interface Name {
  text: string;
  source: string;
  isPlaceholder: boolean;
}

/** Takes the first name that is known; `placeholder` says what a person has to write. */
export const chooseName = (
  known: readonly (readonly [text: string | null, source: string])[],
  placeholder: string,
): Name => {
  for (const [text, source] of known) if (text) return { text, source, isPlaceholder: false };
  return { text: placeholder, source: "", isPlaceholder: true };
};

/** What a person has to do about a name that no person wrote. */
export const judgeName = ({ text, source, isPlaceholder }: Name, advice: string): string =>
  isPlaceholder
    ? `“${text}” is a placeholder that you have to replace: nothing in the code says more. ${advice}`
    : `“${text}” is a guess from ${source}, so check it. ${advice}`;

export const draft = (correct_code: string, explanation: string): Draft => ({ correct_code, explanation });

/** One draft that sets an attribute of the first element. */
export const settingOnRoot = ({ html, root }: Snippet, name: string, value: string, explanation: string): Draft[] =>
  root ? [draft(setAttribute(html, root, name, value), explanation)] : [];
