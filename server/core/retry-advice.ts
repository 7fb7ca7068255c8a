import { ZodError } from "zod";
import { AppError } from "./errors";
import { readProperty } from "./property";

interface Advice {
  /** True if the same call would fail again. */
  isFinal: boolean;
  /** Seconds to wait before another attempt can succeed; null when unknown. */
  afterSeconds: number | null;
}

const longestWait = 3_600;

const tryAgain: Advice = { isFinal: false, afterSeconds: null };

/**
 * Decides from an error whether to retry, and when. Adapters can decide for their own errors through `retryable` and
 * `retry_after_seconds`. Invalid calls are never retried.
 */
export const readAdvice = (error: unknown): Advice => {
  if (error instanceof ZodError) return { isFinal: true, afterSeconds: null };
  if (!(error instanceof AppError)) return tryAgain;
  const wait = readProperty(error.details, "retry_after_seconds");
  const retryable = readProperty(error.details, "retryable");
  if (typeof wait === "number") return { isFinal: false, afterSeconds: Math.min(wait, longestWait) };
  return { isFinal: typeof retryable === "boolean" ? !retryable : error.status < 500, afterSeconds: null };
};
