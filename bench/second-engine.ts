/** What the second engine adds: barriers and harmless cases that need review only because of it */
import { ScanDepth } from "@/server/scanner/contract";
import { readActCases } from "./support/act-cases";
import { readCorpus } from "./support/corpus-cases";
import { scanAct } from "./support/scan-act";
import { type CorpusOutcome, scanCorpus } from "./support/scan-corpus";

/**
 * The depth of the scans. `quick` takes a fraction of the time, but misses barriers that are found only by interacting
 * with the page.
 */
const [, , depth = "full"] = process.argv;

const options = { second_engine: true, depth: ScanDepth.parse(depth) };

interface Row {
  what: string;
  /** Number of cases or barriers; `before` is the number of those that the other engines report. */
  all: number;
  before: number;
  /** How many of the rest need review only because of the second engine. */
  added: number;
}

interface Seen {
  failed: readonly string[];
  needsReview: readonly string[];
  second: readonly string[];
}

const isReported = ({ failed, needsReview }: Seen): boolean => failed.length + needsReview.length > 0;
const isAdded = (seen: Seen): boolean => !isReported(seen) && seen.second.length > 0;

const rowOf = (what: string, seen: readonly Seen[]): Row => ({
  what,
  all: seen.length,
  before: seen.filter(isReported).length,
  added: seen.filter(isAdded).length,
});

/** A harmless case is counted once, however many elements are reported. */
const seenInCase = ({ findings, reviews }: CorpusOutcome): Seen => {
  const rules = (some: CorpusOutcome["reviews"]) => some.map(({ ruleId }) => ruleId);
  return {
    failed: rules(findings),
    needsReview: rules(reviews.filter(({ isSecond }) => !isSecond)),
    second: rules(reviews.filter(({ isSecond }) => isSecond)),
  };
};

const measureCorpus = async (): Promise<Row[]> => {
  const outcomes = await scanCorpus(readCorpus(), options);
  for (const { test, reviews, barriers } of outcomes) {
    for (const { ruleId, selector, path, isTrue } of reviews.filter(({ isSecond }) => isSecond))
      console.log(
        `${isTrue ? "true " : "false"} corpus/${test.folder}/${test.name}: ${ruleId} at ${selector} on ${path}`,
      );
    for (const row of barriers.filter(isAdded))
      console.log(`added corpus/${test.folder}/${test.name}: ${row.barrier.requirement} by ${row.second}`);
  }
  return [
    rowOf(
      "barriers in the corpus",
      outcomes.flatMap(({ barriers }) => barriers),
    ),
    rowOf("harmless cases in the corpus", outcomes.filter(({ test }) => test.barriers.length === 0).map(seenInCase)),
  ];
};

const measureAct = async (): Promise<Row[]> => {
  const cases = readActCases();
  if (!cases) return [];
  const { outcomes } = await scanAct(cases, options);
  for (const { test, ...seen } of outcomes.filter(isAdded))
    console.log(`${test.expected} ${test.ruleId} ${test.testcaseId}: ${seen.second}`);
  const failing = outcomes.filter(({ test }) => test.expected === "failed");
  return [
    rowOf("failing ACT test cases", failing),
    rowOf(
      "other ACT test cases",
      outcomes.filter((outcome) => !failing.includes(outcome)),
    ),
  ];
};

for (const measure of [measureAct, measureCorpus])
  for (const { what, all, before, added } of await measure())
    console.log(`${what}: ${all} in total, ${before} reported without the second engine, ${added} more with it`);
