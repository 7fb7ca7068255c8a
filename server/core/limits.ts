/**
 * Rate limits (contract §8). `each` counts every endpoint in a bucket of its own; the others share one bucket per
 * limit. `by` is what is counted: the client address, or the organisation or the person where there is one. `inProcess` counts in
 * each process for itself, about right and not exactly.
 */
export const limits = {
  auth: { limit: 10, windowSeconds: 60, by: "ip", each: true },
  mailing: { limit: 10, windowSeconds: 60, by: "ip", each: true },
  session: { limit: 60, windowSeconds: 60, by: "ip", each: true },
  read: { limit: 300, windowSeconds: 60, by: "organisation", each: false },
  write: { limit: 60, windowSeconds: 60, by: "organisation", each: false },
  export: { limit: 20, windowSeconds: 60, by: "organisation", each: true },
  fixes: { limit: 20, windowSeconds: 60, by: "organisation", each: true },
  archive: { limit: 5, windowSeconds: 3_600, by: "user", each: true },
  poll: { limit: 600, windowSeconds: 60, by: "organisation", each: true },
  service: { limit: 12_000, windowSeconds: 60, by: "ip", each: false },
  callback: { limit: 12_000, windowSeconds: 60, by: "ip", each: true },
  // More than a crowd behind one address sends.
  beacon: { limit: 120_000, windowSeconds: 60, by: "ip", each: true, inProcess: true },
} as const satisfies Record<
  string,
  { limit: number; windowSeconds: number; by: "ip" | "organisation" | "user"; each: boolean; inProcess?: true }
>;

export type LimitName = keyof typeof limits;
