import { getUnscopedDb } from "@/server/adapters/database";
import { getLimiter } from "@/server/adapters/limiter";
import type { Client } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError, type BrokenLink, type ErrorCode } from "@/server/core/errors";
import { logSecurityEvent, recordSecurityEvent } from "@/server/core/security-log";
import { countInWindow, waitForWindow, windowSeconds } from "./guess-counts";
import { wideNetworkOf } from "./wide-network";

/** Maximum number of wrong tokens a minute from one IP address or /48 network. */
const mostWrong = 60;
/** The maximum while too many wrong tokens arrive in total. */
const mostWrongUnderAttack = 5;
const allKey = "token:all";
const wrongCodes: readonly ErrorCode[] = ["invalid_code", "invalid_signature", "token_expired"];

const keysOf = ({ ip }: Client): string[] => [ip, wideNetworkOf(ip)].flatMap((each) => (each ? [`token:${each}`] : []));

/**
 * Throws `rate_limited` if an IP address, or its /48 network, has sent too many wrong tokens within a minute, across
 * all endpoints. Fewer are allowed while there are many wrong tokens in total. The total alone blocks nobody;
 * otherwise, anyone could block other people's links by sending wrong tokens. `method` names the endpoint in the
 * security log.
 */
export const refuseTokenGuessing = async (call: Client, method?: string): Promise<void> => {
  const isUnderAttack = (await waitForWindow(allKey, env.WRONG_GUESSES_PER_MINUTE)) > 0;
  const limit = isUnderAttack ? mostWrongUnderAttack : mostWrong;
  for (const key of keysOf(call)) {
    const seconds = await waitForWindow(key, limit);
    if (seconds === 0) continue;
    const db = await getUnscopedDb();
    const event = { event: "link_check", outcome: "throttled", user_id: null } as const;
    await logSecurityEvent({ db, call }, { ...event, ...(method ? { method } : {}) });
    throw new AppError("rate_limited", `Too many invalid links or tokens. Try again in ${seconds} seconds.`, {
      policy: "tokens",
      limit,
      window_seconds: windowSeconds,
      retry_after_seconds: seconds,
    });
  }
};

/** Limits how many broken links are stored per account and hour. All of them are logged. */
const storedLinks = { name: "security-links", limit: 3, windowSeconds: 3_600 };

/** Records that a link in an email didn't work because it is unknown, has been used or has expired. */
const recordBrokenLink = async (call: Client, { kind, user_id, email }: BrokenLink, code: ErrorCode): Promise<void> => {
  const db = await getUnscopedDb();
  const owner =
    user_id ?? (email && (await db.user.findUnique({ where: { email }, select: { id: true } }))?.id) ?? null;
  const isStored = owner !== null && (await getLimiter().take(storedLinks, owner)).allowed;
  await (isStored ? recordSecurityEvent : logSecurityEvent)(
    { db, call },
    {
      event: "link_check",
      outcome: code === "expired" ? "refused" : "failed",
      user_id: owner,
      method: kind,
      ...(email ? { email } : {}),
    },
  );
};

/** Counts and records a call that failed because of a wrong token. */
export const noteWrongToken = async (call: Client, { code, link }: AppError): Promise<void> => {
  if (wrongCodes.includes(code)) for (const key of [allKey, ...keysOf(call)]) await countInWindow(key);
  if (link) await recordBrokenLink(call, link, code);
};
