import * as formats from "@/messages/runtime/formats";
import { currentLanguage } from "@/messages/runtime/language";
import { emailsParts } from "@/messages/texts/emails-parts";

const DATE_ONLY_LENGTH = "2026-11-20".length;

/** Formats an RFC 3339 date as a date, and an RFC 3339 date-time as a date and time in UTC. */
export const formatMoment = (value: string): string => {
  const date = new Date(value);
  if (value.length === DATE_ONLY_LENGTH) return formats.formatMoment(date, { dateStyle: "long", timeZone: "UTC" });
  const moment = formats.formatMoment(date, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return emailsParts.utc({ moment });
};

/** Doesn't cache the formatter, because callers can pass any three letters as the currency. */
export const formatMoney = (minorUnits: number, currency: string): string => {
  const money = new Intl.NumberFormat(currentLanguage(), { style: "currency", currency, currencyDisplay: "code" });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  return money.format(minorUnits / 10 ** digits).replace(/\s/g, " ");
};

export const formatQuantity = (value: number | string): string =>
  typeof value === "number" ? formats.formatNumber(value) : value;

/**
 * Formats a duration: in seconds if it is under a minute, otherwise as "1 hour 31 minutes" or, from 48 hours, as "2
 * days 7 hours".
 */
export const formatDuration = (seconds: number): string => {
  if (seconds < 60) return formats.formatUnits([{ unit: "second", count: seconds }]);
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return formats.formatUnits(
    hours < 48
      ? [
          { unit: "hour", count: hours },
          { unit: "minute", count: minutes % 60 },
        ]
      : [
          { unit: "day", count: Math.floor(hours / 24) },
          { unit: "hour", count: hours % 24 },
        ],
  );
};
