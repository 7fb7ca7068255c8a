const lineBreaks = /[\p{Cc}\u2028\u2029]/gu;

/** Reports whether a string is free of line breaks and other control characters. */
export const isOneLine = (text: string): boolean => text.search(lineBreaks) === -1;

/** Replaces line breaks and other control characters with spaces, and removes spaces at both ends. */
export const toOneLine = (text: string): string => text.replace(lineBreaks, " ").trim();
