const lineBreaks = /[\p{Cc}\u2028\u2029]/u;
const allLineBreaks = new RegExp(lineBreaks, "gu");

/** Reports whether a text contains no line breaks or other control characters. */
export const isOneLine = (text: string): boolean => !lineBreaks.test(text);

/** Replaces line breaks and other control characters with spaces. */
export const toOneLine = (text: string): string => text.replace(allLineBreaks, " ").trim();
