export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Returns the first value of each key, as text. */
export const readSearchParams = async (given: SearchParams): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(await given).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]));

/** Returns "/path?a=b" with the values that are set. */
export const withQuery = (path: string, values: Record<string, string | undefined>): string => {
  const query = new URLSearchParams(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ""),
  );
  return query.size > 0 ? `${path}?${query}` : path;
};

/** Reports whether the text can be the token from a link. Truncated tokens don't need to be sent to the server. */
export const isWholeToken = (token: string | undefined): token is string => /^[\w-]{43}$/.test(token ?? "");
