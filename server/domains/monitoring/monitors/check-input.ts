import { invalidInput } from "@/server/core/problem";
import { CREDENTIALS_IN_URL, hasNoCredentials } from "@/server/core/web-address";
import { BlockedAddressError } from "@/server/outside/guard";
import { monitorGuard } from "./outside";

const refuse = (path: string, message: string): never => {
  throw invalidInput([{ path, message }]);
};

/**
 * Maximum time to wait for name resolution, in milliseconds. A name that can't be resolved at the moment is left to the
 * monitor's checks.
 */
const patienceMs = 2_000;

const inTime = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, patienceMs).unref();
    }),
  ]);

/**
 * Throws `invalid_input` if the URL's host is a private IP address that the operator hasn't allowed, or its port isn't
 * allowed. A name that resolves to a private IP address is accepted like an unknown one; its checks fail in the same
 * way.
 */
export const assertReachable = async (address: string | undefined): Promise<void> => {
  if (address === undefined) return;
  const { hostname, port, protocol } = new URL(address);
  try {
    await inTime(monitorGuard().resolve(hostname, Number(port) || (protocol === "https:" ? 443 : 80)));
  } catch (error) {
    if (error instanceof BlockedAddressError) refuse("url", error.message);
  }
};

/** Maximum length of a URL in characters, after normalisation; email templates don't accept longer ones. */
const longestAddress = 2_000;

/**
 * Normalises a URL for storage and removes its fragment. Throws `invalid_input` if it contains credentials or is too
 * long.
 */
export const normaliseMonitorUrl = (address: string): string => {
  const url = new URL(address);
  if (!hasNoCredentials(address)) refuse("url", CREDENTIALS_IN_URL);
  url.hash = "";
  if (url.href.length > longestAddress) refuse("url", `Must have at most ${longestAddress} characters.`);
  return url.href;
};

/** Throws `invalid_input` for a keyword with a method other than GET, because a HEAD response has no body to search. */
export const assertKeywordFits = (method: string, keyword: string | null): void => {
  if (keyword !== null && method !== "GET") refuse("keyword", "A keyword requires the GET method.");
};

export const toStatuses = (expected: number | readonly number[]): number[] =>
  typeof expected === "number" ? [expected] : [...new Set(expected)];
