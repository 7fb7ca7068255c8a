import { hash, verify } from "@node-rs/argon2";
import { env } from "@/server/core/env";
import { invalidInput } from "@/server/core/problem";
import { isCommonPassword, isMadeOf } from "./common-passwords";

/** The minimum parameters for argon2id in OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that doesn't match any password, and that takes as long to check as a real one. */
const decoyHash = [
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`,
  "A".repeat(22),
  "A".repeat(43),
].join("$");

/** Normalises a password, so that it matches regardless of how the keyboard composed its characters. */
const normalise = (password: string): string => password.normalize("NFKC");

/**
 * Returns the argon2id hash in PHC format. Takes about 30 ms, off the event loop; never call it inside a transaction.
 */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), cost);

/**
 * Checks a password. Takes just as long if `stored` is null, so that the duration doesn't reveal whether the account
 * exists.
 */
export const checkPassword = async (password: string, stored: string | null): Promise<boolean> =>
  (await verify(stored ?? decoyHash, normalise(password))) && stored !== null;

const advice = "Choose three or four words that have nothing to do with each other or with you.";

const refuse = (why: string): never => {
  throw invalidInput([{ path: "password", message: `${why} ${advice}` }]);
};

/** Words that relate to this server: its name and its host. */
const ownWords = (): string[] => ["curbcut", "accessibility", new URL(env.BASE_URL).hostname];

/**
 * Throws `invalid_input` for a password that attackers try first: one that is often leaked, a common word with digits
 * and symbols added, or one based on `context` (the person's email address, name and organisation).
 */
export const refuseCommonPassword = (password: string, context: readonly string[]): void => {
  const plain = normalise(password);
  if (isCommonPassword(plain)) refuse("This password, or one very similar, is too common.");
  if (isMadeOf(plain, [...context, ...ownWords()]))
    refuse("This password is based on your email address, your name, your organisation or this product's name.");
};
