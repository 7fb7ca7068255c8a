import { createHash, timingSafeEqual } from "node:crypto";
import { getUnscopedDb } from "@/server/adapters/database";
import { getLimiter } from "@/server/adapters/limiter";
import type { Call } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { getSecret } from "@/server/core/secrets";
import { logSecurityEvent } from "@/server/core/security-log";

export const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const serviceKeys = (): string[] => (env.API_KEY.length > 0 ? env.API_KEY : [getSecret("api-key")]);

/** Returns the API key for the report and email service: the first key in API_KEY, or a key generated on first use. */
export const serviceKey = (): string => serviceKeys()[0] ?? "";

export const bearerOf = (headers: Headers): string | undefined => {
  const given = headers.get("authorization") ?? "";
  return /^Bearer /i.test(given) ? given.slice("Bearer ".length).trimStart() : undefined;
};

/** Compares a key with every valid key in constant time. */
export const isServiceKey = (given: string): boolean =>
  serviceKeys().filter((key) => timingSafeEqual(digest(given), digest(key))).length > 0;

const wrongKeys = { name: "wrong-service-keys", limit: 60, windowSeconds: 60 };

/**
 * Throws unless the call has the API key. Attempts with a wrong key are limited by IP address; the right key always
 * works.
 */
export const checkServiceKey = async (call: Call): Promise<void> => {
  const given = bearerOf(call.headers);
  if (given === undefined)
    throw new AppError("not_authenticated", "Send the API key as Authorization: Bearer <API_KEY>.");
  if (isServiceKey(given)) return;
  const { allowed, resetInSeconds: seconds } = await getLimiter().take(wrongKeys, call.ip);
  if (!allowed)
    throw new AppError("rate_limited", `Too many wrong API keys. Try again in ${seconds} seconds.`, {
      policy: wrongKeys.name,
      limit: wrongKeys.limit,
      window_seconds: wrongKeys.windowSeconds,
      retry_after_seconds: seconds,
    });
  const db = await getUnscopedDb();
  await logSecurityEvent({ db, call }, { event: "service_key", outcome: "failed", user_id: null });
  throw new AppError("forbidden", "The API key is wrong.");
};
