/** Returns the last second of a day such as "2026-05-31" in the reader's time zone, as an RFC 3339 time in UTC. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Returns the date of a time in the reader's time zone, in the format of a date field, such as "2026-05-31". */
export const dayOf = (time: string): string => {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};
