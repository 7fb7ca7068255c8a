import { NonRetriableError, RetryAfterError } from "inngest";
import { readAdvice } from "@/server/core/retry-advice";

/** Runs a step and converts the retry advice in its error to Inngest's error types. */
export const applyRetryAdvice = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const { isFinal, afterSeconds } = readAdvice(error);
    const message = error instanceof Error ? error.message : String(error);
    if (isFinal) throw new NonRetriableError(message, { cause: error });
    if (afterSeconds !== null) throw new RetryAfterError(message, afterSeconds * 1_000, { cause: error });
    throw error;
  }
};
