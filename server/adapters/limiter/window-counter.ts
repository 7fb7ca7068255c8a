import type { Limiter } from "./port";

interface Count {
  /** Index of the current span. `here` counts the calls in it, `before` those in the previous span. */
  span: number;
  here: number;
  before: number;
}

/** Maximum number of callers remembered; the oldest entry is evicted first. */
const maxKeys = 50_000;

const countIn = (span: number, known: Count | undefined): Count => {
  if (known?.span === span) return known;
  return { span, here: 0, before: known?.span === span - 1 ? known.here : 0 };
};

/**
 * Counts calls that are too frequent to be logged one by one. The counter divides time into spans as long as the window
 * and keeps two numbers per caller: the calls in the current span and those in the previous span, which count in
 * proportion to how much of that span is still within the window. The result is approximate, because the counter
 * assumes that the calls in the previous span were evenly spread.
 */
export const windowCounter = (): Limiter["take"] => {
  const counts = new Map<string, Count>();
  return async ({ name, limit, windowSeconds }, key) => {
    const now = performance.now() / 1_000 / windowSeconds;
    const id = `${name}:${key}`;
    const count = countIn(Math.floor(now), counts.get(id));
    const used = count.here + count.before * (1 - (now % 1));
    const allowed = used < limit;
    if (allowed) count.here += 1;
    if (!counts.has(id) && counts.size >= maxKeys) counts.delete(counts.keys().next().value ?? "");
    counts.set(id, count);
    return {
      allowed,
      limit,
      remaining: Math.max(0, Math.floor(limit - used - (allowed ? 1 : 0))),
      resetInSeconds: Math.max(1, Math.ceil((1 - (now % 1)) * windowSeconds)),
    };
  };
};
