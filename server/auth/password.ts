import { hash, verify } from "@node-rs/argon2";
import { invalidInput } from "@/server/core/problem";
import { isCommonPassword } from "./common-passwords";

/** The least that OWASP's Password Storage Cheat Sheet asks of argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of no password, of the same cost as real ones. */
const nobodysHash = [
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}`,
  "A".repeat(22),
  "A".repeat(43),
].join("$");

/** One password has one form, however the keyboard composed its letters. */
const normalise = (password: string): string => password.normalize("NFKC");

/** argon2id in PHC form. Takes some 30 ms, off the event loop; never call it inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(normalise(password), cost);

/** Takes as long when there is no stored hash, so that the time does not tell whether there is an account. */
export const checkPassword = async (password: string, stored: string | null): Promise<boolean> =>
  (await verify(stored ?? nobodysHash, normalise(password))) && stored !== null;

/** Throws `invalid_input` for a password that attackers try first. */
export const refuseCommonPassword = (password: string): void => {
  if (isCommonPassword(normalise(password)))
    throw invalidInput([{ path: "password", message: "Many people use this password. Please choose another one." }]);
};
