import { currentLanguage } from "./language";

const kept = new Map<string, unknown>();

const once = <Format>(kind: string, options: object, create: (locale: string) => Format): Format => {
  const locale = currentLanguage();
  const key = `${kind} ${locale} ${JSON.stringify(options)}`;
  const known = kept.get(key);
  if (known) return known as Format;
  const format = create(locale);
  kept.set(key, format);
  return format;
};

/** Formats a number in the current language, with thousands separators. */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  once("number", options, (locale) => new Intl.NumberFormat(locale, options)).format(value);

/** Formats a fraction from 0 to 1 as a percentage with at most `digits` decimal places. */
export const formatShare = (share: number, digits = 0): string =>
  formatNumber(share, { style: "percent", maximumFractionDigits: digits });

/** Formats a number of milliseconds, such as "1,200 ms". */
export const formatMs = (value: number): string => formatNumber(value, { style: "unit", unit: "millisecond" });

/** Formats a date or time in the current language. */
export const formatMoment = (date: Date | number, options: Intl.DateTimeFormatOptions): string =>
  once("date", options, (locale) => new Intl.DateTimeFormat(locale, options)).format(date);

/** Joins items into a list for a sentence: "Monday, Tuesday and Friday". */
export const formatList = (items: readonly string[], options: Intl.ListFormatOptions = {}): string =>
  once("list", options, (locale) => new Intl.ListFormat(locale, options)).format(items);

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

interface Part {
  unit: "day" | "hour" | "minute" | "second";
  count: number;
}

/** Formats the nonzero parts of a duration, such as "2 hours 5 minutes", or the last part if all are 0. */
export const formatUnits = (parts: readonly Part[]): string => {
  const nonzero = parts.filter(({ count }) => count > 0);
  const shown = nonzero.length > 0 ? nonzero : parts.slice(-1);
  const texts = shown.map(({ unit, count }) => formatNumber(count, { style: "unit", unit, unitDisplay: "long" }));
  return formatList(texts, { type: "unit", style: "narrow" });
};

/** Formats a duration in at most two units, such as "2 hours 5 minutes". */
export const formatDuration = (seconds: number): string => {
  let rest = Math.floor(seconds);
  const counts = units.map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return { unit, count };
  });
  const first = counts.findIndex(({ count }) => count > 0);
  return formatUnits(first < 0 ? counts : counts.slice(first, first + 2));
};

/** Returns the names of the weekdays, Monday first. */
export const weekdayNames = (): string[] =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => formatMoment(Date.UTC(2024, 0, day), { weekday: "long", timeZone: "UTC" }));

/** Returns the names of the months, January first. */
export const monthNames = (): string[] =>
  Array.from({ length: 12 }, (_, month) => formatMoment(Date.UTC(2024, month, 1), { month: "long", timeZone: "UTC" }));
