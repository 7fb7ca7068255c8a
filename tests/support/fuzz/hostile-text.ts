import type { Random } from "./random";

/** Text that has broken parsers of many kinds: non-ASCII characters, lone surrogates, control characters, escapes. */
const oddTokens = [
  "\u0000",
  "\ud800",
  "\udfff",
  "é",
  "İ",
  "👩‍👩‍👧",
  "\u202e",
  "\ufeff",
  "%",
  "%zz",
  "\\",
  "\t",
  "\r\n",
  "&#x110000;",
];

type Maker = (random: Random, tokens: readonly string[], length: number) => string;

const some = (random: Random, tokens: readonly string[]): string =>
  (random.chance(0.05) ? random.pick(oddTokens) : random.pick(tokens)) ?? "";

const repeat = (token: string, length: number): string =>
  token === "" ? "" : token.repeat(Math.max(1, Math.floor(length / token.length)));

const soup: Maker = (random, tokens, length) => {
  let text = "";
  while (text.length < length) text += some(random, tokens);
  return text;
};

/** Repeats one token, or two tokens alternately. */
const run: Maker = (random, tokens, length) =>
  repeat(some(random, tokens) + (random.chance(0.5) ? some(random, tokens) : ""), length);

/** Starts with mixed tokens, then repeats one or two at length, and usually ends with another. */
const almost: Maker = (random, tokens, length) =>
  soup(random, tokens, 20) + run(random, tokens, length) + (random.chance(0.7) ? some(random, tokens) : "");

/** Repeats one token, adds another and repeats a third. Brackets become deeply nested and unbalanced. */
const nested: Maker = (random, tokens, length) =>
  repeat(some(random, tokens), length / 2) + some(random, tokens) + repeat(some(random, tokens), length / 2);

const makers: readonly Maker[] = [soup, soup, run, almost, almost, nested];

/** Returns text made of these tokens: mostly short, sometimes as long as `longest`. */
export const makeHostileText = (random: Random, tokens: readonly string[], longest: number): string => {
  const length = random.chance(0.1) ? longest : random.below(Math.min(longest, 400)) + 1;
  const make = random.pick(makers) ?? soup;
  return make(random, tokens, length).slice(0, longest);
};

/** Returns a JSON value, at most `depth` levels deep, with these keys and with strings made of these tokens. */
export const makeHostileJson = (
  random: Random,
  { keys, tokens, longest }: { keys: readonly string[]; tokens: readonly string[]; longest: number },
  depth = 5,
): unknown => {
  const inner = () => makeHostileJson(random, { keys, tokens, longest }, depth - 1);
  const kind = random.below(depth > 0 ? 8 : 5);
  if (kind === 0) return random.pick([null, true, false, 0, -1, 1e308, 2 ** 53, 0.1]);
  if (kind === 1) return random.below(100_000);
  if (kind < 5) return makeHostileText(random, tokens, longest);
  if (kind === 5) return Array.from({ length: random.below(random.chance(0.05) ? 300 : 4) }, inner);
  return Object.fromEntries(
    Array.from({ length: random.below(keys.length) + 1 }, () => [
      random.chance(0.03) ? "__proto__" : (random.pick(keys) ?? ""),
      inner(),
    ]),
  );
};
