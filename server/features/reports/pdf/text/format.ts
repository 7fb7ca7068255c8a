export const NOT_MEASURED = "not measured";

type Missing = null | undefined;

const numbers = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const large = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });
const oneDigit = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const times = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

const orMissing = <Value>(value: Value | Missing, format: (value: Value) => string): string =>
  value === null || value === undefined ? NOT_MEASURED : format(value);

// Where a column ends, sixteen digits would not.
const LARGE = 10_000_000;
const written = (value: number): string => (value < LARGE ? numbers : large).format(value);

export const formatNumber = (value: number | Missing): string => orMissing(value, written);

export const formatScore = (value: number | Missing): string =>
  orMissing(value, (known) => numbers.format(Math.floor(known)));

export const formatShare = (value: number | Missing): string =>
  orMissing(value, (known) => (known > 0 && known < 0.01 ? "under 1%" : `${numbers.format(known * 100)}%`));

export const formatSeconds = (milliseconds: number | Missing): string =>
  orMissing(milliseconds, (known) =>
    known < 1_000 ? `${numbers.format(known)} ms` : `${oneDigit.format(known / 1_000)} s`,
  );

export const formatBytes = (bytes: number | Missing): string =>
  orMissing(bytes, (known) => {
    if (known < 1_000) return `${numbers.format(known)} B`;
    if (known < 1_000_000) return `${numbers.format(known / 1_000)} kB`;
    return `${oneDigit.format(known / 1_000_000)} MB`;
  });

export const formatDay = (moment: string | Missing): string =>
  orMissing(moment, (known) => days.format(new Date(known)));

export const formatMoment = (moment: string | Missing): string =>
  orMissing(moment, (known) => `${days.format(new Date(known))}, ${times.format(new Date(known))} UTC`);

/** "1 page", "2 pages". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${written(count)} ${count === 1 ? one : many}`;

/** "a", "a and b", "a, b and c". */
export const joinWords = (words: readonly string[]): string => {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
};

/** Host and path of an address, without the scheme; the text itself if it is none. */
export const shortAddress = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const { host, pathname, search } = new URL(address);
  const path = `${pathname}${search}`;
  return host === "" ? address : `${host}${path === "/" ? "" : path}`;
};

/** Path of an address within its site; the whole address if it is on another. */
export const pathWithin = (address: string, site: string | Missing): string => {
  if (!site || !URL.canParse(address) || !URL.canParse(site)) return shortAddress(address);
  const { origin, pathname, search, hash } = new URL(address);
  return origin === new URL(site).origin ? `${pathname}${search}${hash}` : shortAddress(address);
};

/** The address as a link may carry it: http or https, ASCII only; null for anything else. */
export const linkAddress = (address: string | Missing): string | null => {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
};
