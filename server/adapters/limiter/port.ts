export interface LimitRule {
  /** Distinguishes the counts for limits that use the same keys. */
  name: string;
  limit: number;
  windowSeconds: number;
}

export interface LimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds, at least 1, until the oldest counted call expires and another call is allowed. */
  resetInSeconds: number;
}

/**
 * Allows at most `limit` calls in any span of `windowSeconds` (a sliding log; refused calls don't count). The limiter
 * from `getLimiter` never rejects: if its store fails, calls are counted in this process.
 */
export interface Limiter {
  kind: "memory" | "redis" | "upstash";
  location: string;
  take(rule: LimitRule, key: string): Promise<LimitResult>;
  close(): Promise<void>;
}
