export type LimitedBy = "ip" | "organisation" | "user" | "key";

/**
 * Rate limits. With `each`, every endpoint has its own bucket; otherwise all endpoints with the limit share one. `by`
 * determines whose calls are counted together: those of an organisation, user, API key or IP address. Calls without an
 * organisation or user are counted by IP address. With `inProcess`, the limit is approximate, because each process
 * counts separately.
 */
export const limits = {
  auth: { limit: 10, windowSeconds: 60, by: "ip", each: true },
  mailing: { limit: 10, windowSeconds: 60, by: "ip", each: true },
  session: { limit: 60, windowSeconds: 60, by: "ip", each: true },
  read: { limit: 300, windowSeconds: 60, by: "organisation", each: false },
  write: { limit: 60, windowSeconds: 60, by: "organisation", each: false },
  export: { limit: 20, windowSeconds: 60, by: "organisation", each: true },
  // High enough for lists of findings, which show many screenshots at once.
  screenshot: { limit: 1_200, windowSeconds: 60, by: "organisation", each: true },
  // Counts only requests for new fixes. Every call also counts towards `write`.
  fixes: { limit: 20, windowSeconds: 60, by: "organisation", each: true },
  // Kept low, because websites lock accounts after a few wrong passwords. Enough for a person, who waits for each
  // result.
  signIns: { limit: 6, windowSeconds: 60, by: "organisation", each: true },
  // Kept low: each trial of a journey occupies a browser for up to two minutes.
  trials: { limit: 6, windowSeconds: 60, by: "organisation", each: true },
  archive: { limit: 5, windowSeconds: 3_600, by: "user", each: true },
  // More calls than a process can serve, so that even a load balancer that polls often is never refused.
  health: { limit: 6_000_000, windowSeconds: 60, by: "ip", each: true, inProcess: true },
  poll: { limit: 600, windowSeconds: 60, by: "organisation", each: true },
  service: { limit: 12_000, windowSeconds: 60, by: "ip", each: false },
  // Counts only valid calls. Every call with the key also counts towards `service`.
  reports: { limit: 1_200, windowSeconds: 60, by: "key", each: true },
  callback: { limit: 12_000, windowSeconds: 60, by: "ip", each: true },
  // More calls than even a large number of visitors behind one IP address would make.
  beacon: { limit: 120_000, windowSeconds: 60, by: "ip", each: true, inProcess: true },
} as const satisfies Record<
  string,
  { limit: number; windowSeconds: number; by: LimitedBy; each: boolean; inProcess?: true }
>;

export type LimitName = keyof typeof limits;

/** If there are several windows, all their limits apply. */
interface SendingLimit {
  name: string;
  limit: number;
  windowSeconds: number;
}

const hour = 3_600;
const day = 86_400;

/**
 * Limits on emails to addresses that callers choose, in addition to the rate limits. They apply per recipient address,
 * counted across callers, and per anonymous caller. Anonymous callers and users have separate daily limits per
 * recipient. Callers with the API key are exempt.
 */
export const sendingLimits = {
  recipient: [
    // The daily limit comes first, because an email that it refuses mustn't count towards the hourly limit.
    { name: "recipient-day", limit: 20, windowSeconds: day },
    { name: "recipient", limit: 5, windowSeconds: hour },
  ],
  sender: [{ name: "sender-day", limit: 100, windowSeconds: day }],
} as const satisfies Record<string, readonly SendingLimit[]>;
