import { invalidInput } from "@/server/core/problem";
import { BlockedAddressError } from "@/server/outside/guard";
import { monitorGuard } from "./outside";

const refuse = (path: string, message: string): never => {
  throw invalidInput([{ path, message }]);
};

/** Names that nobody can resolve at this moment are the checks' business. */
const patienceMs = 2_000;

const inTime = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work,
    new Promise((resolve) => {
      setTimeout(resolve, patienceMs).unref();
    }),
  ]);

/** Throws `invalid_input` when the address's host is, or leads to, a private address that the operator has not allowed. */
export const assertReachable = async (address: string | undefined): Promise<void> => {
  if (address === undefined) return;
  const { hostname, port, protocol } = new URL(address);
  try {
    await inTime(monitorGuard().resolve(hostname, Number(port) || (protocol === "https:" ? 443 : 80)));
  } catch (error) {
    if (error instanceof BlockedAddressError)
      refuse("url", "This address is private. The operator can allow it in SCAN_PRIVATE_HOSTS.");
  }
};

/** Written out in full, as mails take it. */
const longestAddress = 2_000;

/** The one form an address is kept in: no fragment, no credentials, lower-case host. */
export const tidyAddress = (address: string): string => {
  const url = new URL(address);
  if (url.username || url.password) refuse("url", "Leave user name and password out of the address.");
  url.hash = "";
  if (url.href.length > longestAddress) refuse("url", `Give an address of at most ${longestAddress} characters.`);
  return url.href;
};

/** A HEAD request has no page to look through. */
export const assertKeywordFits = (method: string, keyword: string | null): void => {
  if (keyword !== null && method !== "GET") refuse("keyword", "A keyword needs the method GET.");
};

export const toStatuses = (expected: number | readonly number[]): number[] =>
  typeof expected === "number" ? [expected] : [...new Set(expected)];
