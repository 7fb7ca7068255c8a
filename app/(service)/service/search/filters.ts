import { withQuery } from "@/app/_client/search-params";

export const dimensions = ["query", "page", "country", "device", "date"] as const;
export type Dimension = (typeof dimensions)[number];

/** Filters for the search data; days are in Google's time zone. */
export type Filters = {
  website: string | undefined;
  by: Dimension;
  from: string | undefined;
  to: string | undefined;
};

const day = (text: string | null): string | undefined => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

export const readFilters = (query: Pick<URLSearchParams, "get">): Filters => {
  const website = query.get("website") ?? "";
  const by = query.get("by");
  return {
    website: /^[0-9a-f-]{36}$/.test(website) ? website : undefined,
    by: dimensions.find((dimension) => dimension === by) ?? "query",
    from: day(query.get("from")),
    to: day(query.get("to")),
  };
};

export const addressOf = ({ website, by, from, to }: Filters): string =>
  withQuery("/service/search", { website, by: by === "query" ? undefined : by, from, to });

/** Converts the date range to the API's format. */
export const rangeOf = ({ from, to }: Filters) => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
