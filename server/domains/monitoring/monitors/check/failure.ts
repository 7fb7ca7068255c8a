import { STATUS_CODES } from "node:http";
import { errorCode } from "@/server/core/error-code";
import { BlockedAddressError } from "@/server/outside/guard";

/**
 * Why a check failed. `slow` means that the system gave up connecting before the check's timeout, `broken` that the
 * connection ended early.
 */
export type FailureKind =
  | "blocked"
  | "dns"
  | "connect"
  | "slow"
  | "tls"
  | "timeout"
  | "broken"
  | "redirects"
  | "status"
  | "keyword";

/** A failed check. The message tells the website's owner why it failed. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";

  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

const tlsWords: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate isn't valid yet.",
  CERT_REVOKED: "The certificate has been revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate was issued by an untrusted authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate was issued by an untrusted authority.",
  UNABLE_TO_GET_ISSUER_CERT: "The certificate was issued by an untrusted authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate chain is incomplete.",
};

/** Returns the failure for a rejected certificate, based on Node.js's verification error code. */
export const untrusted = (code: string, host: string): CheckFailure => {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return new CheckFailure("tls", `The certificate isn't valid for ${host}.`);
  return new CheckFailure("tls", tlsWords[code] ?? `The certificate isn't trusted (${code}).`);
};

export const wrongStatus = (status: number, expected: readonly number[]): CheckFailure => {
  const reason = STATUS_CODES[status];
  return new CheckFailure(
    "status",
    `The server returned ${status}${reason ? ` ${reason}` : ""} instead of ${expected.join(" or ")}.`,
  );
};

interface Where {
  host: string;
  port: number;
}

/** The same message for unknown and private host names, so that it doesn't reveal which private names exist. */
const noPublicAddress = (host: string): string => `${host} has no public IP address (DNS).`;

const known: readonly (readonly [code: RegExp, kind: FailureKind, say: (where: Where) => string])[] = [
  [/^(?:ENOTFOUND|ENODATA|EAI_NONAME)$/, "dns", ({ host }) => noPublicAddress(host)],
  [
    /^(?:ETIMEOUT|ESERVFAIL|EREFUSED|EFORMERR|EBADRESP|EBADNAME|ENONAME|EAI_\w+)$/,
    "dns",
    ({ host }) => `The name servers returned no IP address for ${host} (DNS).`,
  ],
  [/^ECONNREFUSED$/, "connect", ({ host, port }) => `${host} refused the connection on port ${port}.`],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EINVAL)$/, "connect", ({ host }) => `${host} is unreachable.`],
  [/^ETIMEDOUT$/, "slow", ({ host, port }) => `${host} didn't accept the connection on port ${port} in time.`],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/, "broken", () => "The connection closed before the response was complete."],
  [/^HPE_HEADER_OVERFLOW$/, "broken", () => "The response headers are too large."],
  [/^HPE_/, "broken", () => "The server didn't send a valid HTTP response."],
  [/^(?:ERR_SSL_|EPROTO)/, "tls", ({ host }) => `A TLS connection to ${host} couldn't be established.`],
];

/**
 * Converts any error during a check to a failure with a plain message. Doesn't expose any other details of the error.
 */
export const toFailure = (error: unknown, where: Where): CheckFailure => {
  if (error instanceof CheckFailure) return error;
  if (error instanceof BlockedAddressError) return new CheckFailure("blocked", noPublicAddress(where.host));
  const code = errorCode(error) ?? "";
  const row = known.find(([pattern]) => pattern.test(code));
  if (!row) return new CheckFailure("broken", `The check failed${/^[A-Z_]+$/.test(code) ? ` (${code})` : ""}.`);
  const [, kind, say] = row;
  return new CheckFailure(kind, say(where));
};
