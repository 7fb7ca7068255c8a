/** Filters for visits. Days are UTC days, as in the stored counts. */
export type Filters = {
  website: string | undefined;
  from: string;
  to: string;
  device: "phone" | "tablet" | "desktop" | undefined;
  page: string | undefined;
};

const usualDays = 28;
const dayMs = 86_400_000;

const day = (text: string | null): string | undefined => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

export const readFilters = (query: Pick<URLSearchParams, "get">): Filters => {
  const website = query.get("website") ?? "";
  const device = query.get("device");
  return {
    website: /^[0-9a-f-]{36}$/.test(website) ? website : undefined,
    from: day(query.get("from")) ?? daysAgo(usualDays - 1),
    to: day(query.get("to")) ?? daysAgo(0),
    device: device === "phone" || device === "tablet" || device === "desktop" ? device : undefined,
    page: query.get("page") ?? undefined,
  };
};

/** Converts the filters to the API's format. */
export const toInput = ({ from, to, device, page }: Filters) => ({
  from,
  to,
  ...(device ? { device } : {}),
  ...(page ? { page } : {}),
});
