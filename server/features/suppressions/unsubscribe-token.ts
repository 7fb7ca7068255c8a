import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { getSecret } from "@/server/core/secrets";
import { normaliseEmail } from "./suppressed-addresses";

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** The same in every process: of NEXTAUTH_SECRET, which they share, or made on first start. */
const signingKey = (): string | Buffer =>
  env.NEXTAUTH_SECRET ? hmac(env.NEXTAUTH_SECRET, "unsubscribe") : getSecret("unsubscribe");

const sign = (email: string): Buffer => hmac(signingKey(), email);

/** Proves that its bearer got a mail at this address. It holds for ever: so do mails. */
const makeToken = (email: string): string => {
  const address = normaliseEmail(email);
  return `${Buffer.from(address).toString("base64url")}.${sign(address).toString("base64url")}`;
};

/** The address a token speaks for. Throws `invalid_code`. */
export const readToken = (token: string): string => {
  const [address = "", signature = ""] = token.split(".");
  const email = Buffer.from(address, "base64url").toString();
  const given = Buffer.from(signature, "base64url");
  const wanted = sign(email);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return email;
  throw new AppError("invalid_code", "This link is not whole. Please open it from the mail once more.");
};

/** Where a reader stops digests: a page for people, and the address that mail programs post to (RFC 8058). */
export const unsubscribeAddresses = (email: string): { page: string; oneClick: string } => {
  const token = encodeURIComponent(makeToken(email));
  return {
    page: `${env.BASE_URL}/unsubscribe?token=${token}`,
    oneClick: `${env.BASE_URL}/api/v1/unsubscribe/one-click?token=${token}`,
  };
};
