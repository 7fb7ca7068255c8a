import { type ErrorCode, errorTable } from "@/server/core/errors";
import { table } from "./markdown";

const explanations: Record<ErrorCode, string> = {
  invalid_json: "The body couldn't be parsed. Send JSON with `Content-Type: application/json`.",
  invalid_input: "`details` lists every invalid or unknown field as `{ path, message }`.",
  invalid_code: "Request a new code or link. A code stops working after five wrong attempts.",
  invalid_signature: "The signature doesn't match the secret, or its timestamp is more than five minutes off.",
  not_authenticated: "The token is missing or isn't valid. The response includes `WWW-Authenticate: Bearer`.",
  invalid_credentials: "The response is the same for a wrong password and for an email address without an account.",
  token_expired: "Use the refresh token, or sign in again.",
  plan_limit_reached: "`details` has `limit`, `used` and `upgrade_url`.",
  forbidden: "`details.permission` names the missing permission. On the report service: the API key is wrong.",
  email_not_verified: "Verify the email address first, with the code or link that was sent to it.",
  not_found: "Also returned for anything that belongs to another organisation.",
  method_not_allowed: "The `Allow` header lists the methods that the path accepts.",
  conflict:
    "The record already exists, or its state doesn't allow the request: for example, a completed audit can't be cancelled.",
  expired: "Links, codes and invitations expire, and each can be used only once.",
  too_large: "The body exceeds the endpoint's size limit.",
  unsupported_media_type: "Send JSON.",
  rate_limited:
    "`Retry-After` is the number of seconds to wait; `details` has `policy` (the name of the limit), `limit`, `window_seconds` and `retry_after_seconds`.",
  internal: "The cause is in the log, under the response's `request_id`.",
  upstream_failed:
    "An external service, such as Stripe or the chat service, rejected the request or didn't respond. `details` may contain `retryable`, the service's `status`, and `retry_after_seconds`, which is also sent in `Retry-After`.",
  not_configured: "The message names the missing variable; see [configuration](configuration.md).",
  unavailable: "The database, the job engine or the scanner isn't responding.",
};

/** Renders the table in docs/errors.md. Compilation fails if an error code has no explanation. */
export const renderErrors = (): string =>
  table(
    ["Status", "Code", "Meaning", "Notes"],
    Object.entries(errorTable).map(([code, { status, title }]) => [
      String(status),
      `\`${code}\``,
      title,
      explanations[code as ErrorCode],
    ]),
  );
