/**
 * Reports whether text is a URL, or becomes one when it is resolved against `base`. Stands in for `URL.canParse`, which
 * in Node 20 and 22 returns false for URLs with letters such as "ü" after a few thousand calls.
 */
export const isUrl = (address: string, base?: string): boolean => {
  try {
    new URL(address, base);
    return true;
  } catch {
    return false;
  }
};
