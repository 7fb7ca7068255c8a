const words = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** A day as Google names it, in words; whatever else comes, as it is. */
export const sayDay = (day: string): string => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : words.format(time);
};

const dayMs = 86_400_000;

/** Every day from the first to the last one, both included. */
export const daysBetween = (first: string, last: string): string[] => {
  const [start, end] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  const count = Math.max(0, Math.round((end - start) / dayMs) + 1);
  return Array.from({ length: count }, (_, index) => new Date(start + index * dayMs).toISOString().slice(0, 10));
};
