import { completeAddress } from "@/app/_client/address";
import { monitors } from "@/messages/texts/monitors";

const { form: texts } = monitors;

type Values = Record<string, string>;

const statusesOf = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isFinite(value) && value >= least && value <= most;

const isStatusFine = (text: string): boolean => {
  const statuses = statusesOf(text);
  return statuses.length > 0 && statuses.every((status) => Number.isInteger(status) && isWithin(status, 100, 599));
};

/** Validates the fields before anything is sent. */
export const checkMonitor = ({ url = "", expected_status = "", timeout_ms = "", retries = "" }: Values): Values => ({
  ...(completeAddress(url) ? {} : { url: texts.urlWrong }),
  ...(isStatusFine(expected_status) ? {} : { expected_status: texts.statusWrong }),
  ...(timeout_ms.trim() !== "" && isWithin(Number(timeout_ms), 0.1, 60) ? {} : { timeout_ms: texts.timeoutWrong }),
  ...(/^(?:\d|10)$/.test(retries.trim()) ? {} : { retries: texts.retriesWrong }),
});

/** Converts the text fields to the API's format. */
export const readMonitor = ({ url = "", name = "", keyword = "", ...rest }: Values) => ({
  url: completeAddress(url) ?? "",
  ...(name.trim() === "" ? {} : { name: name.trim() }),
  keyword: keyword === "" ? null : keyword,
  expected_status: statusesOf(rest["expected_status"] ?? ""),
  timeout_ms: Math.round(Number(rest["timeout_ms"]) * 1_000),
  retries: Number(rest["retries"]),
});
