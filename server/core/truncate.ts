/** Returns the beginning of a string, without half of a surrogate pair at its end, which JSON columns reject. */
export const truncate = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
