import { formatScore as formatScoreRange } from "@/messages/runtime/format-score";
import * as formats from "@/messages/runtime/formats";
import { report } from "@/messages/texts/report";
import { isUrl } from "@/server/core/is-url";
import { readRoute } from "@/server/scanner/hash-route";

type Missing = null | undefined;

const whole = (value: number): string => formats.formatNumber(value, { maximumFractionDigits: 0 });
const large = (value: number): string => formats.formatNumber(value, { notation: "compact", maximumFractionDigits: 1 });
const oneDigit = (value: number): string => formats.formatNumber(value, { maximumFractionDigits: 1 });
const dayOf = (moment: string): string =>
  formats.formatMoment(new Date(moment), { dateStyle: "long", timeZone: "UTC" });
const timeOf = (moment: string): string =>
  formats.formatMoment(new Date(moment), { timeStyle: "short", timeZone: "UTC" });

const orMissing = <Value>(value: Value | Missing, format: (value: Value) => string): string =>
  value === null || value === undefined ? report.notMeasured : format(value);

// Larger numbers are abbreviated, because their digits wouldn't fit in a table column.
const LARGE = 10_000_000;
const written = (value: number): string => (value < LARGE ? whole : large)(value);

export const formatNumber = (value: number | Missing): string => orMissing(value, written);

/** Formats a score, as a range such as "62 to 78" if it has a lower end. */
export const formatScore = (value: number | Missing, low?: number | Missing): string =>
  orMissing(value, (known) => formatScoreRange(known, low));

export const formatShare = (value: number | Missing): string =>
  orMissing(value, (known) =>
    known > 0 && known < 0.01 ? report.figures.underOnePercent : formats.formatShare(known),
  );

export const formatSeconds = (milliseconds: number | Missing): string =>
  orMissing(milliseconds, (known) =>
    known < 1_000
      ? report.figures.milliseconds({ value: whole(known) })
      : report.figures.seconds({ value: oneDigit(known / 1_000) }),
  );

/** Formats a Cumulative Layout Shift (CLS) value, which has no unit. */
export const formatShift = (value: number | Missing): string =>
  orMissing(value, (known) => formats.formatNumber(known));

export const formatBytes = (bytes: number | Missing): string =>
  orMissing(bytes, (known) => {
    if (known < 1_000) return report.figures.bytes({ value: whole(known) });
    if (known < 1_000_000) return report.figures.kilobytes({ value: whole(known / 1_000) });
    return report.figures.megabytes({ value: oneDigit(known / 1_000_000) });
  });

export const formatDay = (moment: string | Missing): string => orMissing(moment, dayOf);

export const formatMoment = (moment: string | Missing): string =>
  orMissing(moment, (known) => report.figures.moment({ day: dayOf(known), time: timeOf(known) }));

type WithFigures<Counts> = Counts & { readonly [Name in keyof Counts & string as `${Name}Figure`]: string };

/**
 * Adds the printed form of each count, for messages that choose a plural by `count` and print `countFigure`. ICU
 * doesn't round or abbreviate numbers.
 */
export const withFigures = <Counts extends Readonly<Record<string, number>>>(counts: Counts): WithFigures<Counts> => ({
  ...counts,
  ...(Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [`${name}Figure`, formatNumber(count)]),
  ) as WithFigures<Counts>),
});

/** Joins words as "a, b, c". */
export const listWords = (words: readonly string[]): string => formats.formatList(words, { type: "unit" });

/** Joins sentences into a paragraph. Skips empty ones. */
export const joinSentences = (...sentences: readonly (string | null)[]): string => {
  const [start = "", ...rest] = sentences.flatMap((sentence) => sentence || []);
  return rest.reduce((first, second) => report.twoSentences({ first, second }), start);
};

/** Returns the host, path and route of a URL, without the scheme. Any other text is returned unchanged. */
export const shortAddress = (address: string): string => {
  if (!isUrl(address)) return address;
  const { host, pathname, search } = new URL(address);
  const path = `${pathname}${search}${readRoute(address)}`;
  return host === "" ? address : `${host}${path === "/" ? "" : path}`;
};

/** Returns the path of a URL within the website, or host and path if the URL belongs to another website. */
export const pathWithin = (address: string, site: string | Missing): string => {
  if (!site || !isUrl(address) || !isUrl(site)) return shortAddress(address);
  const { origin, pathname, search, hash } = new URL(address);
  return origin === new URL(site).origin ? `${pathname}${search}${hash}` : shortAddress(address);
};

/** Returns the URL in a form that links can use: http or https, ASCII only. Returns null for anything else. */
export const linkAddress = (address: string | Missing): string | null => {
  if (!address || !isUrl(address)) return null;
  const url = new URL(address);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
};
