import { TabCrashedError, TabTimeoutError } from "../browser/tab-limits";
import type { PageError } from "../page-result";

/**
 * Thrown when a page can't be scanned. `code` is one of PageError's codes, or `not_html` for anything that isn't a
 * page.
 */
export class PageFailure extends Error {
  override readonly name = "PageFailure";

  constructor(
    readonly code: string,
    message: string,
    /** The content type, for `not_html`. */
    readonly contentType?: string,
  ) {
    super(message);
  }
}

const failures: readonly [RegExp, string, string][] = [
  [/ERR_TOO_MANY_REDIRECTS/, "too_many_redirects", "The URL redirects too many times."],
  [
    /ERR_CERT|ERR_SSL/,
    "unreachable",
    "The website's certificate isn't valid, or a secure connection couldn't be established.",
  ],
  [/ERR_TUNNEL_|ERR_CONNECTION|ERR_NAME|ERR_ADDRESS/, "unreachable", "The server couldn't be reached."],
];

/** Converts a browser error to a PageFailure. Returns unknown errors unchanged. */
export const toPageFailure = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const known = failures.find(([pattern]) => pattern.test(error.message));
  if (known) return new PageFailure(known[1], known[2]);
  const code = /net::ERR_\w+/.exec(error.message)?.[0];
  return code ? new PageFailure("unreachable", `The page couldn't be loaded: ${code}.`) : error;
};

/** Reports whether a call failed because the page navigated to another URL or started a download. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof Error &&
  /ERR_ABORTED|Download is starting|interrupted by another navigation|context was destroyed|Cannot find context|uniqueContextId not found|Promise was collected|target navigated or closed|No frame (?:for|with) given id|frame was detached|because of a navigation/i.test(
    error.message,
  );

/** Returns the error to report for a page that couldn't be scanned. */
export const toPageError = (error: unknown): PageError => {
  if (error instanceof PageFailure) return { code: error.code, message: error.message };
  if (error instanceof TabTimeoutError) return { code: "timeout", message: error.message };
  if (error instanceof TabCrashedError) return { code: "page_crashed", message: error.message };
  const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  return { code: "engine_failed", message: message.slice(0, 500) };
};
