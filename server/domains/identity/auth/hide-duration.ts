import { setTimeout as sleep } from "node:timers/promises";

/** Minimum duration in milliseconds. The hidden work takes less time than this, unless the machine is overloaded. */
const leastMs = 250;

/** Rejects after at least 250 ms, so that the duration doesn't reveal the reason. Resolves without delay. */
export const hideFailureDuration = async <T>(work: () => Promise<T>): Promise<T> => {
  const least = sleep(leastMs);
  try {
    return await work();
  } catch (error) {
    await least;
    throw error;
  }
};

/** Settles after at least 250 ms, so that the duration doesn't reveal the outcome. */
export const hideDuration = async <T>(work: () => Promise<T>): Promise<T> => {
  const [outcome] = await Promise.allSettled([work(), sleep(leastMs)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
};
