import { NonRetriableError, RetryAfterError } from "inngest";
import { readAdvice } from "@/server/core/retry-advice";

/** Does a step's work; what its failure says about another try is told to the job runner in its own words. */
export const heedAdvice = async <T>(work: () => Promise<T>): Promise<T> => {
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
