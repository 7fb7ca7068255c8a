/**
 * Thrown when SCANNER_USER doesn't exist, or when the browser could only run as root without a sandbox and this isn't
 * allowed. The message says what to do.
 */
export class BrowserRefusedError extends Error {
  override readonly name = "BrowserRefusedError";
  readonly code = "no_sandbox";

  constructor(
    message: string,
    /** Reason why the browser didn't start as another user, for the log. */
    readonly reason: string | null = null,
  ) {
    super(message);
  }
}
