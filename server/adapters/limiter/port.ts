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
  /** Whole seconds, at least 1, until the present window ends. */
  resetInSeconds: number;
}

/** Counts calls in a sliding window. Never rejects: a store that fails is replaced by counting in this process. */
export interface Limiter {
  kind: "memory" | "redis" | "upstash";
  location: string;
  take(rule: LimitRule, key: string): Promise<LimitResult>;
  close(): Promise<void>;
}
