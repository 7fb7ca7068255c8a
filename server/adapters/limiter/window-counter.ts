import type { Limiter } from "./port";

interface Count {
  /** Which span of the clock `here` counts in; `before` is of the one before. */
  span: number;
  here: number;
  before: number;
}

/** Callers remembered at most; the one that came first goes first. */
const maxKeys = 50_000;

const countIn = (span: number, known: Count | undefined): Count => {
  if (known?.span === span) return known;
  return { span, here: 0, before: known?.span === span - 1 ? known.here : 0 };
};

/**
 * Counts in this process what comes too often for a log of every call: two numbers a caller, of this span of the clock
 * and the one before, whose share that still lies in the window counts. Off by what is uneven in the span before.
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
