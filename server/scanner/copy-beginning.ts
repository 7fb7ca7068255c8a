/** Copies the beginning of the text, because a slice would keep the whole text in memory. */
export const copyBeginning = (text: string, length: number): string =>
  text.length > length ? Buffer.from(text.slice(0, length)).toString() : text;
