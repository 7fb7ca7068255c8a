import { AppError } from "@/server/core/errors";
import { readRetryAfter } from "../retry-after";

/** What is read of a failed call; the SDK's own error holds tokens and goes no further. */
interface Failure {
  message: string;
  response?: { status: number; headers: Headers; data: unknown };
}

interface ApiError {
  message?: string;
  status?: string;
  errors?: { reason?: string }[];
  details?: { reason?: string }[];
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Why, in Google's words: of the token service a code, of the API one reason or more. */
const reasonsOf = (data: unknown): string[] => {
  const { error } = asObject(data);
  if (typeof error === "string") return [error];
  const { errors, details, status } = asObject(error) as ApiError;
  const given = [errors, details].flatMap((list) => (Array.isArray(list) ? list.map((one) => one?.reason) : []));
  return [...given, status].filter((reason) => typeof reason === "string");
};

const textOf = (data: unknown): string => {
  const { error, error_description } = asObject(data);
  const text = typeof error === "string" ? error_description : (asObject(error) as ApiError).message;
  return typeof text === "string" ? text.slice(0, 300) : "";
};

/** Google's page on limits says to wait so long: https://developers.google.com/webmaster-tools/limits */
const quotaWaitSeconds = 900;

const quota = ["quotaExceeded", "rateLimitExceeded", "userRateLimitExceeded", "dailyLimitExceeded"];
const switchedOff = ["accessNotConfigured", "SERVICE_DISABLED"];
const badToken = ["invalid_grant", "insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"];

const refused = (cause: Error): AppError =>
  new AppError("conflict", "Google no longer takes this consent.", { reason: "refused" }, { cause });

const failed = (message: string, details: object, cause: Error): AppError =>
  new AppError("upstream_failed", message, details, { cause });

const answered = (status: number, headers: Headers, data: unknown): AppError => {
  const reasons = reasonsOf(data);
  const has = (some: readonly string[]): boolean => reasons.some((reason) => some.includes(reason));
  const cause = new Error(`Google answered ${status} ${reasons.join(", ")}: ${textOf(data)}`);
  const isQuota = status === 429 || has(quota);
  if (has(badToken) || (status === 401 && !has(["invalid_client"]))) return refused(cause);
  if (has(switchedOff)) {
    const message = "The Google project of this installation has the Search Console API switched off.";
    return failed(message, { retryable: false, status }, cause);
  }
  if (status === 403 && !isQuota)
    return new AppError("conflict", "The connected Google account may not read this property.", {
      reason: "no_access",
    });
  const wait = readRetryAfter(headers.get("retry-after")) ?? (isQuota ? quotaWaitSeconds : undefined);
  const retryable = isQuota || status === 408 || status >= 500;
  const why = isQuota ? "Google's quota is used up for now." : `Google refused the call (${status}).`;
  return failed(why, { retryable, status, ...(wait !== undefined && { retry_after_seconds: wait }) }, cause);
};

/** What a failed call to Google means to the caller of the port. */
export const toProblem = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const { message, response } = asObject(error) as unknown as Failure;
  if (response) return answered(response.status, new Headers(response.headers), response.data);
  return failed("Google cannot be reached right now.", { retryable: true, status: null }, new Error(message));
};
