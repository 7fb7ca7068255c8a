export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The first value of each key, as text. */
export const readSearchParams = async (given: SearchParams): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(await given).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]));

/** "/path?a=b" with the values that are there. */
export const withQuery = (path: string, values: Record<string, string | undefined>): string => {
  const query = new URLSearchParams(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ""),
  );
  return query.size > 0 ? `${path}?${query}` : path;
};
