import { AppError } from "@/server/core/errors";
import { readProperty } from "@/server/core/property";
import { readRetryAfter } from "../retry-after";

/** The response that the SDK stores in its error. */
interface Response {
  status: number;
  headers: Headers;
  data: unknown;
}

/** Returns Google's reasons for an error: a code from the token service, or one or more reasons from the API. */
const reasonsOf = (data: unknown): string[] => {
  const error = readProperty(data, "error");
  if (typeof error === "string") return [error];
  const given = ["errors", "details"].flatMap((name): unknown[] => {
    const list = readProperty(error, name);
    return Array.isArray(list) ? list.map((one) => readProperty(one, "reason")) : [];
  });
  return [...given, readProperty(error, "status")].filter((reason) => typeof reason === "string");
};

const textOf = (data: unknown): string => {
  const error = readProperty(data, "error");
  const text = typeof error === "string" ? readProperty(data, "error_description") : readProperty(error, "message");
  return typeof text === "string" ? text.slice(0, 300) : "";
};

/** Number of seconds that Google recommends waiting: https://developers.google.com/webmaster-tools/limits */
const quotaWaitSeconds = 900;

const quota = ["quotaExceeded", "rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded"];
const switchedOff = ["accessNotConfigured", "SERVICE_DISABLED"];
const badToken = ["invalid_grant", "insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"];

const refused = (cause: Error): AppError =>
  new AppError(
    "conflict",
    "Google no longer accepts this connection. Connect Google Search Console again.",
    { reason: "refused" },
    { cause },
  );

const failed = (message: string, details: object, cause: Error): AppError =>
  new AppError("upstream_failed", message, details, { cause });

const answered = (status: number, headers: Headers, data: unknown): AppError => {
  const reasons = reasonsOf(data);
  const has = (some: readonly string[]): boolean => reasons.some((reason) => some.includes(reason));
  const cause = new Error(`Google returned ${status} ${reasons.join(", ")}: ${textOf(data)}`);
  const isQuota = status === 429 || has(quota);
  if (has(badToken) || (status === 401 && !has(["invalid_client"]))) return refused(cause);
  if (has(switchedOff)) {
    const message = "The Search Console API isn't enabled in this server's Google Cloud project.";
    return failed(message, { retryable: false, status }, cause);
  }
  if (status === 403 && !isQuota)
    return new AppError("conflict", "The connected Google account doesn't have access to this property.", {
      reason: "no_access",
    });
  const wait = readRetryAfter(headers.get("retry-after")) ?? (isQuota ? quotaWaitSeconds : undefined);
  const retryable = isQuota || status === 408 || status >= 500;
  const why = isQuota ? "Google's quota is used up. Try again later." : `Google rejected the request (${status}).`;
  return failed(why, { retryable, status, ...(wait !== undefined && { retry_after_seconds: wait }) }, cause);
};

/** Converts a failed call to Google into an error for the port's caller. */
export const toProblem = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  // The SDK's own error contains tokens and must not be passed on.
  const response = readProperty(error, "response") as Response | undefined;
  if (response) return answered(response.status, new Headers(response.headers), response.data);
  const message = String(readProperty(error, "message"));
  return failed(
    "Google can't be reached right now. Try again later.",
    { retryable: true, status: null },
    new Error(message),
  );
};
