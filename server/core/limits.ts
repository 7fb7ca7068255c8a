export type LimitedBy = "ip" | "organisation" | "user" | "key";

/**
 * Rate limits. With `each`, every endpoint has its own bucket; otherwise all endpoints with the limit share one. `by`
 * says whose calls are counted together: those of a client address or, if there is one, of an organisation, a user or
 * an API key. With `inProcess`, each process counts for itself, so the limit is only approximate.
 */
export const limits = {
  auth: { limit: 10, windowSeconds: 60, by: "ip", each: true },
  mailing: { limit: 10, windowSeconds: 60, by: "ip", each: true },
  session: { limit: 60, windowSeconds: 60, by: "ip", each: true },
  read: { limit: 300, windowSeconds: 60, by: "organisation", each: false },
  write: { limit: 60, windowSeconds: 60, by: "organisation", each: false },
  export: { limit: 20, windowSeconds: 60, by: "organisation", each: true },
  // A list of findings shows many of them at once.
  screenshot: { limit: 1_200, windowSeconds: 60, by: "organisation", each: true },
  // Counted for new fixes only; every call also counts as a write.
  fixes: { limit: 20, windowSeconds: 60, by: "organisation", each: true },
  archive: { limit: 5, windowSeconds: 3_600, by: "user", each: true },
  // More than a process can serve, so that a load balancer that polls often is never refused.
  health: { limit: 6_000_000, windowSeconds: 60, by: "ip", each: true, inProcess: true },
  poll: { limit: 600, windowSeconds: 60, by: "organisation", each: true },
  service: { limit: 12_000, windowSeconds: 60, by: "ip", each: false },
  // Counted for valid calls only; every call with the key also counts towards `service`.
  reports: { limit: 1_200, windowSeconds: 60, by: "key", each: true },
  callback: { limit: 12_000, windowSeconds: 60, by: "ip", each: true },
  // More than a crowd of visitors behind one IP address would send.
  beacon: { limit: 120_000, windowSeconds: 60, by: "ip", each: true, inProcess: true },
} as const satisfies Record<
  string,
  { limit: number; windowSeconds: number; by: LimitedBy; each: boolean; inProcess?: true }
>;

export type LimitName = keyof typeof limits;

/** If there are limits over several windows, all of them apply. */
interface SendingLimit {
  name: string;
  limit: number;
  windowSeconds: number;
}

const hour = 3_600;
const day = 86_400;

/**
 * Limits on emails to addresses that callers choose, on top of the rate limits: per recipient address, for all callers
 * together, and per anonymous caller. Callers with the API key are exempt.
 */
export const sendingLimits = {
  recipient: [
    // The daily limit comes first: an email it refuses must not use up the hourly one.
    { name: "recipient-day", limit: 20, windowSeconds: day },
    { name: "recipient", limit: 5, windowSeconds: hour },
  ],
  sender: [{ name: "sender-day", limit: 100, windowSeconds: day }],
} as const satisfies Record<string, readonly SendingLimit[]>;
