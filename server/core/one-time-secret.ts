import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { derivedSecret, getSecret } from "./secrets";

/** Returns 256 random bits for a link or a refresh token, in URL-safe form. */
export const newLinkToken = (): string => randomBytes(32).toString("base64url");

const sealOf = (id: string, random: Buffer): Buffer =>
  createHmac("sha256", derivedSecret("refresh-tokens")).update(id).update(random).digest().subarray(0, 16);

/** Returns 128 random bits with a seal that later proves that this server issued them for this session. */
export const newRefreshSecret = (sessionId: string): string => {
  const random = randomBytes(16);
  return Buffer.concat([random, sealOf(sessionId, random)]).toString("base64url");
};

/**
 * Reports whether a refresh secret, current or outdated, was issued for this session. The seal makes forgery
 * infeasible.
 */
export const isRefreshSecretOf = (sessionId: string, secret: string): boolean => {
  const bytes = Buffer.from(secret, "base64url");
  return bytes.length === 32 && timingSafeEqual(bytes.subarray(16), sealOf(sessionId, bytes.subarray(0, 16)));
};

/** Returns 128 random bits that identify a browser. */
export const newDeviceId = (): string => randomBytes(16).toString("base64url");

/** Returns the hash to store for a random token. A fast hash is enough, because 256 random bits can't be guessed. */
export const hashLinkToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Returns a six-digit code for a person to type. */
export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, "0");

/**
 * Returns the hash to store for a short code. It is keyed, because anyone who can read the database could otherwise try
 * all one million codes.
 */
export const hashCode = (code: string, id: string): string =>
  createHmac("sha256", getSecret("one-time-codes")).update(`${id}:${code}`).digest("base64url");

export const sameHash = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
