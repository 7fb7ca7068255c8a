export interface LimitRule {
  /** Separates the buckets of one rule from those of another with the same keys. */
  name: string;
  limit: number;
  windowSeconds: number;
}

export interface LimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds, at least 1, until the oldest counted call is forgotten: after that a refused caller gets through. */
  resetInSeconds: number;
}

/**
 * Lets at most `limit` calls through in any span of `windowSeconds` (a sliding log; refused calls do not count). The
 * one that `getLimiter` gives never rejects: a store that fails is replaced by counting in this process.
 */
export interface Limiter {
  kind: "memory" | "redis" | "upstash";
  location: string;
  take(rule: LimitRule, key: string): Promise<LimitResult>;
  close(): Promise<void>;
}
