import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { getLimiter } from "@/server/adapters/limiter";
import type { Call, Reply } from "@/server/core/context";
import { readCookies } from "@/server/core/cookies";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { oncePerProcess } from "@/server/core/process-wide";

/**
 * Returns the key for the operator's pages. It is printed at startup. A key in an old log is useless, because every
 * process has a different one.
 */
export const operatorKey = (): string => oncePerProcess("operator-key", () => randomBytes(32).toString("hex"));

const secure = env.BASE_URL.startsWith("https:");
/** No other path needs the cookie, because the operator's pages use it only to read emails through the API. */
const path = "/api";
export const operatorCookie = `${secure ? "__Secure-" : ""}curbcut.operator`;

/** Returns the cookie's value. The key can't be derived from it. */
const cookieValue = (): string => createHmac("sha256", operatorKey()).update("operator cookie").digest("base64url");

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted));

const wrongKeys = { name: "wrong-operator-keys", limit: 60, windowSeconds: 60 };

const refusal = (): AppError =>
  new AppError("forbidden", "Open the email preview with the URL that the server printed at startup.");

/**
 * Throws `forbidden` for a wrong key. Attempts with a wrong key are limited by IP address; the right key always works.
 */
export const checkOperatorKey = async ({ ip }: Pick<Call, "ip">, key: string): Promise<void> => {
  if (isSame(key, operatorKey())) return;
  const { allowed, resetInSeconds: seconds } = await getLimiter().take(wrongKeys, ip);
  if (allowed) throw refusal();
  throw new AppError("rate_limited", `Too many wrong operator keys. Try again in ${seconds} seconds.`, {
    policy: wrongKeys.name,
    limit: wrongKeys.limit,
    window_seconds: wrongKeys.windowSeconds,
    retry_after_seconds: seconds,
  });
};

/** Throws `forbidden` unless the call has the operator's key or cookie. */
export const checkOperator = async (call: Call, key: string | undefined): Promise<void> => {
  if (key !== undefined) return checkOperatorKey(call, key);
  if (!isSame(readCookies(call.headers)[operatorCookie] ?? "", cookieValue())) throw refusal();
};

/** Sets the operator's cookie, which is valid until the browser is closed or the server restarts. */
export const setOperatorCookie = ({ headers }: Reply): void =>
  headers.append(
    "Set-Cookie",
    [
      `${operatorCookie}=${cookieValue()}`,
      `Path=${path}`,
      "HttpOnly",
      "SameSite=Strict",
      ...(secure ? ["Secure"] : []),
    ].join("; "),
  );
