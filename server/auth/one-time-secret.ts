import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { getSecret } from "@/server/core/secrets";

/** 256 random bits for a link or a refresh token, safe in an address. */
export const newLinkToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of a random token. Fast, because nobody can guess 256 bits. */
export const hashLinkToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** Six digits for a person to type. */
export const newCode = (): string => randomInt(1_000_000).toString().padStart(6, "0");

/** What is stored of a short code: keyed, because whoever reads the database could try all million. */
export const hashCode = (code: string, id: string): string =>
  createHmac("sha256", getSecret("one-time-codes")).update(`${id}:${code}`).digest("base64url");

export const sameHash = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
