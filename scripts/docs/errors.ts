import { type ErrorCode, errorTable } from "@/server/core/errors";
import { table } from "./markdown";

const explanations: Record<ErrorCode, string> = {
  invalid_json: "The body could not be parsed. Send JSON with `Content-Type: application/json`.",
  invalid_input:
    "`details` lists every wrong field as `{ path, message }`. A key that the endpoint does not know is wrong too.",
  invalid_code: "Ask for a new code or link when yours does not work; five wrong tries use a code up.",
  invalid_signature: "A signed callback did not match its secret, or its time is more than five minutes off.",
  not_authenticated: "No token, or one that cannot be trusted. `WWW-Authenticate: Bearer` comes with it.",
  invalid_credentials: "The same answer for a wrong password and for an address without an account.",
  token_expired: "Use the refresh token, or sign in again.",
  plan_limit_reached: "`details` has `limit`, `used` and `upgrade_url`.",
  forbidden: "`details.permission` names the slug that is missing. On the report service: the key is wrong.",
  email_not_verified: "Verify the address by the code or the link in the mail first.",
  not_found: "Also for things that belong to another organisation.",
  method_not_allowed: "The `Allow` header lists what the path takes.",
  conflict: "It exists already, or is in a state that does not allow this, such as cancelling a finished audit.",
  expired: "A link, code or invitation works once and for a limited time.",
  too_large: "The body is larger than the endpoint reads.",
  unsupported_media_type: "Bodies are JSON.",
  rate_limited:
    "`Retry-After` says in how many seconds to try again; `details` has `limit`, `window_seconds` and `retry_after_seconds`.",
  internal: "The cause is in the log, under the `request_id` of the answer.",
  upstream_failed:
    "A provider such as Stripe or the chat refused or did not answer. `details` may have `retryable`, the provider's `status`, and `retry_after_seconds`, which `Retry-After` says as well.",
  not_configured: "The message names the variable that is not set; see [configuration](configuration.md).",
  unavailable: "The database, the job queue or the scanner does not answer.",
};

/** The table of docs/errors.md; a code without an explanation does not compile. */
export const renderErrors = (): string =>
  table(
    ["Status", "Code", "Meaning", "What to know"],
    Object.entries(errorTable).map(([code, { status, title }]) => [
      String(status),
      `\`${code}\``,
      title,
      explanations[code as ErrorCode],
    ]),
  );
