/** Filters for the audit log; days are in the reader's time zone. */
export type Filters = {
  actor: string | undefined;
  about: string | undefined;
  from: string | undefined;
  to: string | undefined;
};

const day = (text: string | null): string | undefined => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined);

export const readFilters = (query: Pick<URLSearchParams, "get">): Filters => {
  const actor = query.get("actor") ?? "";
  const about = query.get("about") ?? "";
  return {
    actor: /^[0-9a-f-]{36}$/.test(actor) ? actor : undefined,
    about: /^[a-z_]+$/.test(about) ? about : undefined,
    from: day(query.get("from")),
    to: day(query.get("to")),
  };
};

const startOf = (text: string, addDays: number): string => {
  const moment = new Date(`${text}T00:00:00`);
  moment.setDate(moment.getDate() + addDays);
  return moment.toISOString();
};

/** Converts the filters to the API's format. The last day is included in full. */
export const toInput = ({ actor, about, from, to }: Filters) => ({
  ...(actor ? { actor_id: actor } : {}),
  ...(about ? { action: about } : {}),
  ...(from ? { from: startOf(from, 0) } : {}),
  ...(to ? { to: startOf(to, 1) } : {}),
});
