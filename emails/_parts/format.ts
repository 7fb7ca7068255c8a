const DATE_ONLY_LENGTH = "2026-11-20".length;

export const formatMoment = (value: string): string => {
  const date = new Date(value);
  if (value.length === DATE_ONLY_LENGTH)
    return date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return `${date.toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" })} UTC`;
};

export const formatNumber = (value: number): string => value.toLocaleString("en-GB", { maximumFractionDigits: 1 });

/** Whole and rounded down, so that 100 means all of it; as everywhere in the product. */
export const formatScore = (value: number): string => String(Math.floor(value));

export const formatMoney = (minorUnits: number, currency: string): string => {
  const money = new Intl.NumberFormat("en-GB", { style: "currency", currency, currencyDisplay: "code" });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  return money.format(minorUnits / 10 ** digits).replace(/\s/g, " ");
};

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

export const formatQuantity = (value: number | string): string =>
  typeof value === "number" ? formatNumber(value) : value;

export const formatDuration = (seconds: number): string => {
  if (seconds < 60) return plural(seconds, "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return plural(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return [plural(hours, "hour"), minutes % 60 ? plural(minutes % 60, "minute") : ""].join(" ").trim();
  const days = Math.floor(hours / 24);
  return [plural(days, "day"), hours % 24 ? plural(hours % 24, "hour") : ""].join(" ").trim();
};

/** "a, b and c" */
export const joinWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
