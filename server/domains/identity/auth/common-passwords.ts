import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Reads a gzipped list that starts with comments on its origin and licence and has one password or word per line. */
const readList = (name: string): ReadonlySet<string> =>
  new Set(
    gunzipSync(readFileSync(join(/* turbopackIgnore: true */ process.cwd(), "server/data", name)))
      .toString()
      .split("\n")
      .filter((line) => line && !line.startsWith("#")),
  );

let lists: { passwords: ReadonlySet<string>; words: ReadonlySet<string> } | undefined;

const getLists = () => {
  lists ??= { passwords: readList("common-passwords.txt.gz"), words: readList("password-words.txt.gz") };
  return lists;
};

const leet: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

const unleet = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => leet[sign] ?? sign);

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, "");

/**
 * A common word with up to this many digits added, enough for a date, is still a common password. Any number of symbols
 * can be added.
 */
const mostDigits = 8;

const isPlainAddition = (text: string): boolean => (text.match(/\d/g) ?? []).length <= mostDigits;

/** Removes repetition: "footballfootball" becomes "football". */
const withoutRepetition = (text: string): string => {
  for (let length = 3; length <= text.length / 2; length += 1)
    if (text.length % length === 0 && text === text.slice(0, length).repeat(text.length / length))
      return text.slice(0, length);
  return text;
};

const withoutEnd = (text: string): string => {
  const letters = [...text];
  return letters.slice(0, letters.findLastIndex((each) => /\p{L}/u.test(each)) + 1).join("");
};
const withoutEnds = (text: string): string => withoutEnd(text).replace(/^[^\p{L}]+/u, "");

/**
 * Returns the words that a password may be based on: one for each way of removing or replacing its digits and symbols.
 */
const coresOf = (text: string): string[] =>
  [lettersOf(withoutEnds(text)), unleet(withoutEnds(text)), unleet(withoutEnd(text))].map((core) =>
    withoutRepetition(lettersOf(core)),
  );

const isWord = (core: string): boolean => getLists().words.has(core) || getLists().passwords.has(core);

/**
 * Reports whether a password, ignoring case, is one of those leaked most often, or is a common word with digits and
 * symbols added.
 */
export const isCommonPassword = (password: string): boolean => {
  const text = password.toLowerCase();
  if (getLists().passwords.has(text)) return true;
  return isPlainAddition(text) && coresOf(text).some(isWord);
};

const fewestLetters = 4;

/** Returns the words in an email address, a name or an organisation's name that are long enough to matter. */
const partsOf = (context: readonly string[]): string[] =>
  context
    .flatMap((text) => [text.toLowerCase(), ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => lettersOf(part).length >= fewestLetters)
    .toSorted((one, other) => other.length - one.length);

/**
 * Reports whether a password consists almost entirely of words that someone who knows the password's owner would try.
 */
export const isMadeOf = (password: string, context: readonly string[]): boolean => {
  const parts = partsOf(context);
  const text = password.toLowerCase();
  const core = withoutEnds(text);
  const forms = [
    { form: text, ends: "" },
    { form: unleet(core), ends: text.replace(core, "") },
  ];
  return forms.some(({ form, ends }) => {
    const rest = parts.reduce((left, part) => left.replaceAll(part, " "), form);
    if (rest === form || !isPlainAddition(rest + ends)) return false;
    return lettersOf(rest).length < fewestLetters || coresOf(rest).some(isWord);
  });
};
