import { setTimeout as sleep } from "node:timers/promises";

/** Longer than any branch of the work that it hides takes on a machine that is not overloaded. */
const leastMs = 250;

/** Answers or fails no sooner than a quarter of a second after the call, so that the time tells nothing of the work. */
export const hideDuration = async <T>(work: () => Promise<T>): Promise<T> => {
  const [outcome] = await Promise.allSettled([work(), sleep(leastMs)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
};
