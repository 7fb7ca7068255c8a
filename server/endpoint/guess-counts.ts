import { createHmac } from "node:crypto";
import { getUnscopedDb } from "@/server/adapters/database";
import { derivedSecret } from "@/server/core/secrets";

/**
 * Number of wrong guesses allowed without a wait. It matches the ten calls a minute that every client is guaranteed.
 */
export const freeGuesses = 10;
/** Number of seconds to wait after the last free guess. Each wrong guess after that doubles the wait, up to an hour. */
const firstWaitSeconds = 2;
const mostDoublings = 11;
const longestWaitSeconds = 3_600;
/** Number of days without a wrong guess after which counting starts again from zero. */
export const guessesKeptDays = 1;
/** Length of the window in which wrong guesses are counted, for all clients together or for one network. */
export const windowSeconds = 60;

/** Keys are stored as hashes that only this server can compute, because people type passwords into email fields. */
const hashKey = (key: string): string =>
  createHmac("sha256", derivedSecret("guess-counts")).update(key).digest("base64url").slice(0, 32);

/**
 * The result of counting a guess: the number of wrong guesses, including this one, or the wait before the next guess.
 */
export type Taken = { failures: number } | { waitSeconds: number };

/**
 * Counts a guess under `key`, which identifies what the guesses are limited by, such as an email address or a session.
 * A guess is counted as wrong until `clearGuesses` is called, so that concurrent guesses are all counted. Counts are
 * stored in the database, where they survive restarts and are shared by all processes.
 */
export const countGuess = async (key: string): Promise<Taken> => {
  const db = await getUnscopedDb();
  const hash = hashKey(key);
  const [taken] = await db.$queryRaw<{ failures: number }[]>`
    INSERT INTO guess_counts AS known (key, failures, since, last_failed_at, retry_at)
    VALUES (${hash}, 1, clock_timestamp(), clock_timestamp(), clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN known.last_failed_at < clock_timestamp() - make_interval(days => ${guessesKeptDays}::int)
        THEN 1 ELSE known.failures + 1 END,
      last_failed_at = clock_timestamp(),
      retry_at = clock_timestamp() + make_interval(secs => CASE
        WHEN known.last_failed_at < clock_timestamp() - make_interval(days => ${guessesKeptDays}::int)
          OR known.failures + 1 < ${freeGuesses}::int THEN 0
        ELSE LEAST(${longestWaitSeconds}::int, ${firstWaitSeconds}::int *
          power(2, LEAST(known.failures + 1 - ${freeGuesses}::int, ${mostDoublings}::int))) END)
    WHERE known.retry_at <= clock_timestamp()
    RETURNING failures`;
  if (taken) return taken;
  const [blocked] = await db.$queryRaw<{ seconds: number }[]>`
    SELECT ceil(extract(epoch FROM retry_at - clock_timestamp()))::int AS seconds FROM guess_counts WHERE key = ${hash}`;
  return { waitSeconds: Math.max(1, blocked?.seconds ?? 1) };
};

/** Clears the wrong guesses for a key after a correct guess. */
export const clearGuesses = async (key: string): Promise<void> => {
  const db = await getUnscopedDb();
  await db.guessCount.deleteMany({ where: { key: hashKey(key) } });
};

/** Counts a wrong guess in a one-minute window shared by many accounts. */
export const countInWindow = async (key: string): Promise<void> => {
  const db = await getUnscopedDb();
  await db.$executeRaw`
    INSERT INTO guess_counts AS known (key, failures, since, last_failed_at, retry_at)
    VALUES (${hashKey(key)}, 1, clock_timestamp(), clock_timestamp(), clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET
      failures = CASE WHEN known.since < clock_timestamp() - make_interval(secs => ${windowSeconds}::int)
        THEN 1 ELSE known.failures + 1 END,
      since = CASE WHEN known.since < clock_timestamp() - make_interval(secs => ${windowSeconds}::int)
        THEN clock_timestamp() ELSE known.since END,
      last_failed_at = clock_timestamp()`;
};

/** Returns the number of seconds until the window ends if it contains at least `most` wrong guesses, otherwise 0. */
export const waitForWindow = async (key: string, most: number): Promise<number> => {
  const db = await getUnscopedDb();
  const [full] = await db.$queryRaw<{ seconds: number }[]>`
    SELECT ceil(extract(epoch FROM since + make_interval(secs => ${windowSeconds}::int) - clock_timestamp()))::int AS seconds
    FROM guess_counts
    WHERE key = ${hashKey(key)} AND failures >= ${most}::int
      AND since > clock_timestamp() - make_interval(secs => ${windowSeconds}::int)`;
  return full ? Math.max(1, full.seconds) : 0;
};
