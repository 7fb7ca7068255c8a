import { ReportData } from "@/server/domains/reports/report-data";
import { LANGUAGES } from "./languages";

type Dice = { pick<Item>(items: readonly Item[]): Item };

// A linear congruential generator with the constants of "Numerical Recipes"; returns the same numbers for the same
// seed.
const diceOf = (seed: number): Dice => {
  let state = seed >>> 0;
  return {
    pick: <Item>(items: readonly Item[]) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return items[Math.floor((state / 2 ** 32) * items.length)] as Item;
    },
  };
};

const PIECES = [
  ...["W", "wide words ", "i", "\n", "<b>", "🚀", "e\u0301\u0301\u0301", "ﷺ", "文", "\u202e", "\u0000", "/a-b_c?d=e&"],
  ...Object.values(LANGUAGES).flatMap(({ texts }) => texts),
];
const LENGTHS = [0, 1, 12, 40, 150, 600, 2_000];
const AMOUNTS = [0, 1, 2, 5, 14, 30, 90];
const COUNTS = [null, 0, 1, 12, 999, 1e6, 1e10, Number.MAX_SAFE_INTEGER];
const SCORES = [null, 0, 0.4, 71, 100];
const IMPACTS = ["critical", "serious", "moderate", "minor", "needs_review", null];
const OUTCOMES = ["failed", "passed", "no_failures", "needs_review", "not_tested"];

const textOf = ({ pick }: Dice): string => {
  const piece = `${pick(PIECES)}${pick(PIECES)}`;
  const length = pick(LENGTHS);
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
};

const listOf = <Item>({ pick }: Dice, make: (index: number) => Item): Item[] =>
  Array.from({ length: pick(AMOUNTS) }, (_, index) => make(index));

const countsOf = ({ pick }: Dice) =>
  Object.fromEntries(["critical", "serious", "moderate", "minor", "needs_review"].map((name) => [name, pick(COUNTS)]));

const issueOf = (dice: Dice, index: number) => ({
  rule_id: `${index} ${textOf(dice)}`,
  impact: dice.pick(IMPACTS),
  help: textOf(dice),
  description: textOf(dice),
  wcag: [dice.pick(["1.1.1", "wcag143", textOf(dice)])],
  nodes: dice.pick(COUNTS),
  pages: dice.pick(COUNTS),
  examples: [{ page_url: textOf(dice), selector: textOf(dice), html: textOf(dice) }],
});

/**
 * Returns a report made up of odd strings, lists and numbers, some of them very long or wide. The same seed returns the
 * same report.
 */
export const randomReport = (seed: number): ReportData => {
  const dice = diceOf(seed);
  const text = () => textOf(dice);
  return ReportData.parse({
    website: { url: text(), name: text() },
    audit: { id: text(), standard: text(), engine: text(), pages_scanned: dice.pick(COUNTS) },
    scores: { accessibility: dice.pick(SCORES) },
    summary: countsOf(dice),
    issues: listOf(dice, (index) => issueOf(dice, index)),
    pages: listOf(dice, () => ({
      url: text(),
      title: text(),
      error: dice.pick([null, text()]),
      counts: countsOf(dice),
    })),
    criteria: listOf(dice, () => ({ criterion: text(), name: text(), outcome: dice.pick(OUTCOMES) })),
    branding: { name: text(), accent: dice.pick(["", "#ff0", "#0b5fff"]) },
  });
};
