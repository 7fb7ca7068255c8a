export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Returns the first value of each key, as text. */
export const readSearchParams = async (given: SearchParams): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(await given).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]));

/** Appends the nonempty values to the path as a query: "/path?a=b". The path may already have a query. */
export const withQuery = (path: string, values: Record<string, string | undefined>): string => {
  const query = new URLSearchParams(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ""),
  );
  return query.size > 0 ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path;
};

/** Reports whether the text has the form of a complete token. A truncated token needn't be sent to the server. */
export const isWholeToken = (token: string | undefined): token is string => /^[\w-]{43}$/.test(token ?? "");
