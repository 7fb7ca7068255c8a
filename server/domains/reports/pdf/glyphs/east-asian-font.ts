import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { assembleFont } from "./assemble-font";
import { type Outline, openVariableFont, type VariableFont } from "./variable-font";

export type EastAsianLanguage = "sc" | "jp" | "kr";

type Subset = { name: string; ranges: [first: number, last: number][] };

const EAST_ASIAN =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]/u;

/** Reports whether a character belongs to the Chinese, Japanese or Korean scripts or their punctuation. */
export const isEastAsian = (codePoint: number): boolean => EAST_ASIAN.test(String.fromCodePoint(codePoint));

const HINTS: readonly [hint: RegExp, language: EastAsianLanguage][] = [
  [/^ja\b/i, "jp"],
  [/^ko\b/i, "kr"],
  [/^zh\b/i, "sc"],
];

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Chooses the regional forms of Han characters by the hinted language or, without a hint, by the other scripts in the
 * text.
 */
export const chooseLanguage = (text: string, hint: string | null): EastAsianLanguage => {
  const hinted = HINTS.find(([pattern]) => pattern.test(hint ?? ""));
  if (hinted) return hinted[1];
  const kana = occurrences(text, /[\u3040-\u30ff]/g);
  const hangul = occurrences(text, /[\uac00-\ud7af]/g);
  if (kana === 0 && hangul === 0) return "sc";
  return kana >= hangul ? "jp" : "kr";
};

const folderOf = (language: EastAsianLanguage): string =>
  join(process.cwd(), "node_modules/@fontsource-variable", `noto-sans-${language}`);

const parseRange = (text: string): [number, number] => {
  const [first = "", last = first] = text.replace("U+", "").split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

const readSubsets = async (language: EastAsianLanguage): Promise<Subset[]> => {
  const file = await readFile(join(folderOf(language), "unicode.json"), "utf8");
  const subsets = Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(file)));
  return subsets.map(([key, ranges]) => ({
    name: `noto-sans-${language}-${key.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`,
    ranges: ranges.split(",").map(parseRange),
  }));
};

const subsets = new Map<EastAsianLanguage, Promise<Subset[]>>();

const subsetsOf = (language: EastAsianLanguage): Promise<Subset[]> => {
  const known = subsets.get(language) ?? readSubsets(language);
  subsets.set(language, known);
  return known;
};

/** Maximum number of opened files kept in memory, about a megabyte each: enough for one long document. */
const FILES_KEPT = 48;
const files = new Map<string, VariableFont>();

const openFile = async (file: string): Promise<VariableFont> => {
  const font = files.get(file) ?? (await openVariableFont(file));
  files.delete(file);
  files.set(file, font);
  const [oldest] = files.keys();
  if (files.size > FILES_KEPT && oldest) files.delete(oldest);
  return font;
};

const groupBySubset = async (
  codePoints: Iterable<number>,
  language: EastAsianLanguage,
): Promise<Map<string, number[]>> => {
  const known = await subsetsOf(language);
  const groups = new Map<string, number[]>();
  for (const codePoint of codePoints) {
    const subset = known.find(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last));
    if (subset) groups.set(subset.name, [...(groups.get(subset.name) ?? []), codePoint]);
  }
  return groups;
};

type Outlines = Map<number, Map<number, Outline>>;

const collectOutlines = async (missing: Set<number>, language: EastAsianLanguage, outlines: Outlines) => {
  for (const [name, codePoints] of await groupBySubset(missing, language)) {
    const font = await openFile(join(folderOf(language), "files", name));
    for (const codePoint of codePoints) {
      for (const [weight, ofWeight] of outlines) {
        const outline = font.outlineOf(codePoint, weight);
        if (!outline) continue;
        ofWeight.set(codePoint, outline);
        missing.delete(codePoint);
      }
    }
  }
};

const FACTS = { unitsPerEm: 1_000, ascent: 880, descent: -120 };

/**
 * Creates TrueType fonts with these weights and characters, from the language's files and, for characters missing
 * there, from those of the other two languages. Returns null if no file has any of the characters.
 */
export const makeEastAsianFonts = async (
  codePoints: ReadonlySet<number>,
  language: EastAsianLanguage,
  weights: readonly number[],
): Promise<Buffer[] | null> => {
  const outlines: Outlines = new Map(weights.map((weight) => [weight, new Map()]));
  const missing = new Set(codePoints);
  for (const next of new Set<EastAsianLanguage>([language, "sc", "jp", "kr"])) {
    if (missing.size > 0) await collectOutlines(missing, next, outlines);
  }
  if (missing.size === codePoints.size) return null;
  return [...outlines].map(([weight, ofWeight]) =>
    assembleFont(ofWeight, { name: `NotoSans${language.toUpperCase()}-${weight}`, weight, ...FACTS }),
  );
};
