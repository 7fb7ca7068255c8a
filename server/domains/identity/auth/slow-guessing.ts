import { getUnscopedDb } from "@/server/adapters/database";
import { getLimiter } from "@/server/adapters/limiter";
import type { Client } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { logSecurityEvent, recordSecurityEvent, type SecurityEvent } from "@/server/core/security-log";
import { clearGuesses, countGuess, countInWindow, freeGuesses, waitForWindow } from "@/server/endpoint/guess-counts";
import { wideNetworkOf } from "@/server/endpoint/wide-network";
import { findKnownPlace } from "./known-device";
import { notifyOfGuessing } from "./notify-of-guessing";

type Event = SecurityEvent["event"];

/**
 * The secret being guessed, and its owner. An email address without an account is treated in the same way, with
 * `user_id` null.
 */
interface Target {
  kind: "password" | "code";
  email: string;
  user_id: string | null;
}

/** A guess that may be checked. Once it has been checked, call exactly one of the methods. */
export interface Guess {
  wasRight(): Promise<void>;
  wasWrong(): Promise<void>;
}

/** Limits how many throttled attempts are stored per hour, because a program may keep guessing for days. */
const storedThrottlings = { name: "security-throttlings", limit: 3, windowSeconds: 3_600 };

const recordThrottling = async (call: Client, event: SecurityEvent): Promise<void> => {
  const db = await getUnscopedDb();
  const isStored = (await getLimiter().take(storedThrottlings, event.user_id ?? event.email ?? "")).allowed;
  await (isStored ? recordSecurityEvent : logSecurityEvent)({ db, call }, { ...event, outcome: "throttled" });
};

const tooMany = (message: string, seconds: number): AppError =>
  new AppError("rate_limited", `${message} Try again in ${seconds} seconds.`, {
    policy: "guesses",
    limit: freeGuesses,
    window_seconds: seconds,
    retry_after_seconds: seconds,
  });

const windowsOf = ({ ip }: Client): [key: string, most: number][] => {
  const network = wideNetworkOf(ip);
  const all: [string, number] = ["all", env.WRONG_GUESSES_PER_MINUTE];
  return network ? [all, [`network:${network}`, 30]] : [all];
};

const waitForWindows = async (call: Client): Promise<number> => {
  let wait = 0;
  for (const [key, most] of windowsOf(call)) wait = Math.max(wait, await waitForWindow(key, most));
  return wait;
};

const wordsFor = {
  password: "Too many wrong passwords. Use a browser you've signed in with before, or reset your password by email.",
  code: "Too many wrong codes. Open the link in the email instead.",
} as const;

const throttle = async (call: Client, { kind, email, user_id }: Target, event: Event, seconds: number) => {
  await recordThrottling(call, { event, user_id, email, method: kind });
  return tooMany(wordsFor[kind], seconds);
};

/**
 * Counts a guess at an account's password or code, or throws `rate_limited`. After ten wrong guesses, the caller must
 * wait before the next one, and each further wrong guess doubles the wait. A stranger can't lock the owner out, because
 * guesses from browsers and IP addresses from which the owner has signed in are counted separately, and an emailed link
 * always works.
 */
export const countGuessAt = async (call: Client, target: Target, event: Event): Promise<Guess> => {
  const { kind, email, user_id } = target;
  const db = await getUnscopedDb();
  const place = user_id && kind === "password" ? await findKnownPlace(db, call, user_id) : null;
  const full = place ? 0 : await waitForWindows(call);
  if (full > 0) throw await throttle(call, target, event, full);
  const key = place ? `${place}:${user_id}` : `${kind}:${email}`;
  const taken = await countGuess(key);
  if ("waitSeconds" in taken) throw await throttle(call, target, event, taken.waitSeconds);
  return {
    wasRight: () => clearGuesses(key),
    wasWrong: async () => {
      if (!place) for (const [window] of windowsOf(call)) await countInWindow(window);
      if (kind === "password" && user_id && taken.failures >= freeGuesses) await notifyOfGuessing(call, user_id);
    },
  };
};

interface Person {
  user_id: string;
  session_id: string;
}

/**
 * Like `countGuessAt`, but for signed-in users who confirm an action with their password. Each session is counted
 * separately.
 */
export const countGuessInSession = async (call: Client, person: Person, event: Event): Promise<Guess> => {
  const { user_id, session_id } = person;
  const key = `session:${session_id}`;
  const taken = await countGuess(key);
  if ("waitSeconds" in taken) {
    await recordThrottling(call, { event, user_id, session_id, method: "password" });
    throw tooMany("Too many wrong passwords. If you've forgotten your password, reset it by email.", taken.waitSeconds);
  }
  return {
    wasRight: () => clearGuesses(key),
    wasWrong: async () => {
      if (taken.failures >= freeGuesses) await notifyOfGuessing(call, user_id, "session");
    },
  };
};
