import { makeHostileText } from "./hostile-text";
import { wrongValues } from "./odd-values";
import type { Random } from "./random";

type Holder = Record<string, unknown>;

const oddKeys = ["__proto__", "constructor", "toString", "", "é", "extra"];
const oddNumbers = [-1, -0, 0.5, 1e21, 1e308, 2 ** 53, 2 ** 31, 100.000_1];

/** Descends into a value to a random depth. Returns an object or array within the value, and one of its keys. */
const choosePlace = (random: Random, root: Holder): { holder: Holder; key: string } => {
  let holder = root;
  for (;;) {
    const key = random.pick(Object.keys(holder)) ?? "";
    const inner = holder[key];
    const isLeaf = typeof inner !== "object" || inner === null || Object.keys(inner).length === 0;
    if (isLeaf || random.chance(0.2)) return { holder, key };
    holder = inner as Holder;
  }
};

const repeated = (random: Random, list: readonly unknown[]): unknown[] =>
  Array.from({ length: random.below(random.chance(0.1) ? 60 : 6) }, () => list).flat();

/** Returns another value of the same kind that passes the first checks, so that later checks are tested too. */
const sameKind = (random: Random, value: unknown, { tokens, longest }: Spice): unknown => {
  if (typeof value === "string") return makeHostileText(random, tokens, longest);
  if (typeof value === "number") return random.chance(0.5) ? random.pick(oddNumbers) : random.below(1_000_000);
  if (typeof value === "boolean") return !value;
  return Array.isArray(value) ? repeated(random, value) : value;
};

export interface Spice {
  tokens: readonly string[];
  longest: number;
}

const change = (random: Random, root: Holder, spice: Spice): void => {
  const { holder, key } = choosePlace(random, root);
  const kind = random.next();
  if (kind < 0.7) holder[key] = sameKind(random, holder[key], spice);
  else if (kind < 0.8 && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind < 0.8) delete holder[key];
  // JSON arrays can't have named keys.
  else if (kind < 0.9 || Array.isArray(holder)) holder[key] = structuredClone(random.pick(wrongValues));
  else
    Object.defineProperty(holder, random.pick(oddKeys) ?? "", {
      value: makeHostileText(random, spice.tokens, spice.longest),
      enumerable: true,
      configurable: true,
      writable: true,
    });
};

/** Returns a copy of a valid value with up to four changes, most of which keep its shape. */
export const changeValue = (random: Random, valid: object, spice: Spice): unknown => {
  const root: Holder = { value: structuredClone(valid) };
  for (let changes = random.below(5); changes > 0; changes -= 1) change(random, root, spice);
  return root["value"];
};

/** Returns valid text with up to three changes: a piece is removed, repeated or replaced. */
export const changeText = (random: Random, valid: string, tokens: readonly string[]): string => {
  let text = valid;
  for (let changes = random.below(4); changes > 0; changes -= 1) {
    const start = random.below(text.length + 1);
    const end = random.chance(0.5) ? start : Math.min(text.length, start + random.below(12));
    const piece = text.slice(start, end);
    const put = random.chance(0.3) ? piece.repeat(random.below(40)) : makeHostileText(random, tokens, 200);
    text = text.slice(0, start) + (random.chance(0.2) ? "" : put) + text.slice(end);
  }
  return text;
};

/** Returns a copy of the bytes with some of them changed and, at times, the end cut off. */
export const changeBytes = (random: Random, valid: Buffer): Buffer => {
  const bytes = Buffer.from(valid);
  for (let changes = random.below(5); changes > 0; changes -= 1) bytes[random.below(bytes.length)] = random.below(256);
  return random.chance(0.1) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
};
