/**
 * Escapes the characters outside Latin-1, because a single one makes V8 store the whole script with two bytes per
 * character. Throws if a backslash precedes such a character, because the escape would then mean something else.
 */
export const escapeWide = (code: string): string =>
  code.replace(/[\u0100-\uffff]/g, (character, at: number) => {
    if (code[at - 1] === "\\") throw new Error(`A backslash precedes ${character}.`);
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
