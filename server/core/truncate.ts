/** Returns the beginning of a string. Never leaves half a surrogate pair at its end, because JSON columns reject it. */
export const truncate = (text: string, longest: number): string =>
  text.slice(0, longest).replace(/[\ud800-\udbff]$/, "");
