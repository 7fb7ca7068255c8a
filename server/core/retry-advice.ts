import { ZodError } from "zod";
import { AppError } from "./errors";

interface Advice {
  /** The same call would fail again. */
  isFinal: boolean;
  /** Another try makes no sense before. */
  afterSeconds: number | null;
}

const longestWait = 3_600;

const tryAgain: Advice = { isFinal: false, afterSeconds: null };

/** What a failure says about another try. Of a provider the adapter knows; what is wrong with the call itself stays wrong. */
export const readAdvice = (error: unknown): Advice => {
  if (error instanceof ZodError) return { isFinal: true, afterSeconds: null };
  if (!(error instanceof AppError)) return tryAgain;
  const { retryable, retry_after_seconds: wait } = (error.details ?? {}) as Record<string, unknown>;
  if (typeof wait === "number") return { isFinal: false, afterSeconds: Math.min(wait, longestWait) };
  return { isFinal: typeof retryable === "boolean" ? !retryable : error.status < 500, afterSeconds: null };
};
