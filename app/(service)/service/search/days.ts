import { formatMoment } from "@/messages/runtime/formats";

/** Formats a day that is given in Google's format, such as "2026-01-31"; returns any other text unchanged. */
export const describeDay = (day: string): string => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : formatMoment(time, { dateStyle: "long", timeZone: "UTC" });
};

const dayMs = 86_400_000;

/** Returns every day from the first to the last, inclusive. */
export const daysBetween = (first: string, last: string): string[] => {
  const [start, end] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  const count = Math.max(0, Math.round((end - start) / dayMs) + 1);
  return Array.from({ length: count }, (_, index) => new Date(start + index * dayMs).toISOString().slice(0, 10));
};
