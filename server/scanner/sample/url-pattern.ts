const language = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;

/** Reports whether a part of a path varies from page to page, such as an id, a date or the words of a title. */
const isVariable = (part: string): boolean => /\d/.test(part) || part.length > 24 || part.split("-").length > 3;

/**
 * Returns the pattern of a URL, such as `/products/*`. Pages with the same pattern usually have the same template,
 * which is known only once a page has been loaded. The pattern keeps the section of the website, the depth and the
 * names of the parameters.
 */
export const patternOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address);
  const parts = pathname.split("/").filter((part) => part !== "");
  const prefix = parts[0] !== undefined && language.test(parts[0]) ? 2 : 1;
  const path = parts.map((part, at) => (at < prefix && at < parts.length - 1 && !isVariable(part) ? part : "*"));
  const names = [...new Set(searchParams.keys())].sort().slice(0, 5);
  return `/${path.join("/")}${names.length > 0 ? `?${names.join("&")}` : ""}`.slice(0, 200);
};
