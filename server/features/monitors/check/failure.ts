import { STATUS_CODES } from "node:http";
import { BlockedAddressError } from "@/server/outside/guard";

/**
 * What went wrong. `slow` is a part that waited too long within the time allowed; `broken` a connection that ended early.
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

/** A check that failed; the message says why to whoever owns the website. */
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
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  CERT_REVOKED: "The certificate was revoked.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate comes from an authority that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate comes from an authority that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT: "The certificate comes from an authority that is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate's chain is not complete.",
};

/** Why a certificate was refused, from the code of Node's verification. */
export const untrusted = (code: string, host: string): CheckFailure => {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return new CheckFailure("tls", `The certificate does not belong to ${host}.`);
  return new CheckFailure("tls", tlsWords[code] ?? `The certificate can't be trusted (${code}).`);
};

export const wrongStatus = (status: number, expected: readonly number[]): CheckFailure => {
  const reason = STATUS_CODES[status];
  return new CheckFailure(
    "status",
    `It answered ${status}${reason ? ` ${reason}` : ""} instead of ${expected.join(" or ")}.`,
  );
};

interface Where {
  host: string;
  port: number;
}

const known: readonly (readonly [code: RegExp, kind: FailureKind, say: (where: Where) => string])[] = [
  [/^(?:ENOTFOUND|ENODATA|EAI_NONAME)$/, "dns", ({ host }) => `The name ${host} is not known (DNS).`],
  [
    /^(?:ETIMEOUT|ESERVFAIL|EREFUSED|EFORMERR|EBADRESP|EBADNAME|ENONAME|EAI_\w+)$/,
    "dns",
    ({ host }) => `No name server gives an address for ${host} (DNS).`,
  ],
  [/^ECONNREFUSED$/, "connect", ({ host, port }) => `${host} refuses connections on port ${port}.`],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EINVAL)$/, "connect", ({ host }) => `There is no way to ${host}.`],
  [/^ETIMEDOUT$/, "slow", ({ host, port }) => `${host} does not take connections on port ${port}.`],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/, "broken", () => "The connection ended before the answer was complete."],
  [/^HPE_HEADER_OVERFLOW$/, "broken", () => "The headers of the answer are too large."],
  [/^HPE_/, "broken", () => "What answered does not speak HTTP."],
  [/^(?:ERR_SSL_|EPROTO)/, "tls", ({ host }) => `No encrypted connection to ${host} could be agreed on.`],
];

/** Any error of a check in plain words; nothing of ours but the words leaves this place. */
export const toFailure = (error: unknown, where: Where): CheckFailure => {
  if (error instanceof CheckFailure) return error;
  if (error instanceof BlockedAddressError)
    return new CheckFailure("blocked", `${where.host} leads to a private address, which is not checked.`);
  const code = String((error as { code?: unknown }).code ?? "");
  const row = known.find(([pattern]) => pattern.test(code));
  if (!row) return new CheckFailure("broken", `The check failed${/^[A-Z_]+$/.test(code) ? ` (${code})` : ""}.`);
  const [, kind, say] = row;
  return new CheckFailure(kind, say(where));
};
