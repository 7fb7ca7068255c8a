import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { getSecret } from "@/server/core/secrets";
import { normaliseEmail } from "./suppressed-addresses";

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/**
 * Returns a key that all processes share: derived from NEXTAUTH_SECRET if it is set, otherwise created on first use.
 */
const signingKey = (): string | Buffer =>
  env.NEXTAUTH_SECRET ? hmac(env.NEXTAUTH_SECRET, "unsubscribe") : getSecret("unsubscribe");

const sign = (email: string): Buffer => hmac(signingKey(), email);

/**
 * Creates a token that proves that its bearer received an email at this email address. It never expires, because people
 * may open an old email.
 */
const makeToken = (email: string): string => {
  const address = normaliseEmail(email);
  return `${Buffer.from(address).toString("base64url")}.${sign(address).toString("base64url")}`;
};

/** Returns the email address in a token. Throws `invalid_code` if the signature is wrong. */
export const readToken = (token: string): string => {
  const [address = "", signature = ""] = token.split(".");
  const email = Buffer.from(address, "base64url").toString();
  const given = Buffer.from(signature, "base64url");
  const wanted = sign(email);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return email;
  throw new AppError(
    "invalid_code",
    "This link is incomplete. Open it from the email again, or copy the whole link.",
    undefined,
    { link: { kind: "unsubscribe" } },
  );
};

/** Returns two URLs for unsubscribing from digests: a page, and the URL that email clients post to (RFC 8058). */
export const unsubscribeAddresses = (email: string): { page: string; oneClick: string } => {
  const token = encodeURIComponent(makeToken(email));
  return {
    page: `${env.BASE_URL}/unsubscribe?token=${token}`,
    oneClick: `${env.BASE_URL}/api/v1/unsubscribe/one-click?token=${token}`,
  };
};
