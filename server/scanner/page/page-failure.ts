/** Why a page could not be scanned; the codes of PageError, and `not_html` for what is no page at all. */
export class PageFailure extends Error {
  override readonly name = "PageFailure";

  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const failures: readonly [RegExp, string, string][] = [
  [/ERR_TOO_MANY_REDIRECTS/, "too_many_redirects", "The address redirects without end."],
  [/ERR_CERT|ERR_SSL/, "unreachable", "The certificate or the encryption of the site is not valid."],
  [/ERR_TUNNEL_|ERR_CONNECTION|ERR_NAME|ERR_ADDRESS/, "unreachable", "The server could not be reached."],
];

/** Reads the browser's error; one it does not know is given back as it is. */
export const toPageFailure = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const known = failures.find(([pattern]) => pattern.test(error.message));
  if (known) return new PageFailure(known[1], known[2]);
  const code = /net::ERR_\w+/.exec(error.message)?.[0];
  return code ? new PageFailure("unreachable", `The page could not be loaded: ${code}.`) : error;
};

/** True when the page went on to another address, or to a download, while something was asked of it. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof Error &&
  /ERR_ABORTED|Download is starting|interrupted by another navigation|context was destroyed|frame was detached|because of a navigation/i.test(
    error.message,
  );
