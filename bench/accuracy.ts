/** Outcomes on our labelled corpus and W3C's ACT test cases: precision by rule, recall by success criterion */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { replaceBlock } from "@/scripts/docs/blocks";
import { root } from "@/scripts/support/root";
import { isPrecise } from "@/server/scanner/rule-accuracy";
import {
  type BarrierOutcome,
  countRules,
  type RuleOutcome,
  renderCriteria,
  renderRules,
} from "./support/accuracy-tables";
import { type ActCase, actFolder, readActCases } from "./support/act-cases";
import { writeActReport } from "./support/act-report";
import { readCorpus, standardOf } from "./support/corpus-cases";
import { type ActOutcome, scanAct } from "./support/scan-act";
import { type CorpusOutcome, scanCorpus } from "./support/scan-corpus";

/** If a file is named, the benchmark writes all outcomes to it as JSON and leaves docs/accuracy.md unchanged. */
const [, , file] = process.argv;

const countOf = (outcomes: readonly ActOutcome[]) => {
  const failing = outcomes.filter(({ test }) => test.expected === "failed");
  const others = outcomes.filter(({ test }) => test.expected !== "failed");
  return {
    failing: failing.length,
    found: failing.filter(({ failed }) => failed.length > 0).length,
    reviewed: failing.filter(({ failed, needsReview }) => failed.length === 0 && needsReview.length > 0).length,
    others: others.length,
    wrong: others.filter(({ failed }) => failed.length > 0).length,
    doubted: others.filter(({ failed, needsReview }) => failed.length === 0 && needsReview.length > 0).length,
  };
};

const print = (name: string, outcomes: readonly ActOutcome[]): void => {
  const { failing, found, reviewed, others, wrong, doubted } = countOf(outcomes);
  const found_ = `${found} of ${failing} found`.padStart(16);
  const review = `${reviewed} for review`.padStart(14);
  console.log(
    `${found_}${review}  ${`${wrong} of ${others} false`.padStart(14)}${`${doubted} for review`.padStart(14)}  ${name}`,
  );
};

const measureAct = async (cases: readonly ActCase[]): Promise<ActOutcome[]> => {
  const { outcomes, pageOf } = await scanAct(cases);
  const ruleIds = [...new Set(cases.map(({ ruleId }) => ruleId))].sort();
  for (const ruleId of ruleIds) {
    const own = outcomes.filter(({ test }) => test.ruleId === ruleId);
    print(`${ruleId} ${own[0]?.test.ruleName}`, own);
  }
  print("all", outcomes);
  for (const { test, error } of outcomes.filter(({ error }) => error !== null)) {
    console.log(`not scanned: ${test.relativePath}: ${error}`);
  }
  const report = writeActReport(cases, pageOf);
  console.log(`Implementation report for the W3C: ${relative(root, report)}`);
  return outcomes;
};

const ruleOutcomesOf = (corpus: readonly CorpusOutcome[], act: readonly ActOutcome[]): RuleOutcome[] => [
  ...corpus.flatMap(({ findings }) =>
    [...new Set(findings.map(({ ruleId }) => ruleId))].map((ruleId) => ({
      ...{ ruleId, isTrue: findings.every((finding) => finding.ruleId !== ruleId || finding.isTrue) },
    })),
  ),
  ...act.flatMap(({ test, failed }) => failed.map((ruleId) => ({ ruleId, isTrue: test.expected === "failed" }))),
];

/**
 * In scans, rules whose precision is too low or unknown don't fail elements, but report them as needing review. The
 * benchmark lets these rules fail elements, so that their precision can be measured, but a barrier that no other rule
 * finds counts as needing review.
 */
const barrierOutcomesOf = (
  corpus: readonly CorpusOutcome[],
  act: readonly ActOutcome[],
  counts: Readonly<Record<string, [number, number]>>,
): BarrierOutcome[] => {
  const outcomeOf = ({ failed, needsReview }: { failed: string[]; needsReview: string[] }) => {
    const found = failed.some((ruleId) => isPrecise(counts[ruleId] ?? []));
    return { found, forReview: !found && failed.length + needsReview.length > 0 };
  };
  // The results of ACT test cases say nothing about the level AAA criteria that the cases also list, because the cases
  // are scanned at level AA.
  const labelled = new Set(
    corpus
      .filter(({ test }) => standardOf(test) === "wcag22aa")
      .flatMap(({ barriers }) => barriers.map(({ barrier }) => barrier.requirement)),
  );
  return [
    ...corpus.flatMap(({ barriers }) =>
      barriers.map(({ barrier: { requirement, by }, ...rules }) => ({
        ...{ requirement, source: "corpus" as const, byPerson: by === "person", ...outcomeOf(rules) },
      })),
    ),
    ...act
      .filter(({ test }) => test.expected === "failed")
      .flatMap(({ test, ...rules }) =>
        test.requirements
          .map((requirement) => requirement.replace(/^wcag2\d:/, ""))
          .filter((criterion) => labelled.has(criterion))
          .map((requirement) => ({
            ...{ requirement, source: "act" as const, byPerson: false, ...outcomeOf(rules) },
          })),
      ),
  ];
};

const cases = readCorpus();
const harmless = cases.filter(({ barriers }) => barriers.length === 0).length;
const corpus = await scanCorpus(cases);
for (const { test, findings } of corpus)
  for (const { ruleId, path, selector } of findings.filter(({ isTrue }) => !isTrue))
    console.log(`false: corpus/${test.folder}/${test.name}: ${ruleId} at ${selector} on ${path}`);
for (const { test, errors } of corpus)
  for (const error of errors) console.log(`not scanned: corpus/${test.folder}/${test.name}: ${error}`);

const actCases = readActCases();
if (!actCases) console.log(`Without ACT: there are no test cases in ${actFolder}.`);
const act = actCases ? await measureAct(actCases) : [];

const ruleOutcomes = ruleOutcomesOf(corpus, act);
const counts = countRules(ruleOutcomes);
const tables = [
  `Measured on ${cases.length} cases from the corpus (${harmless} of them harmless) and on ${act.length} ACT test cases.`,
  renderRules(ruleOutcomes),
  renderCriteria(barrierOutcomesOf(corpus, act, counts)),
].join("\n\n");
console.log(`\n${tables}`);

if (file) writeFileSync(file, JSON.stringify({ corpus, act }, null, 2));
// Figures measured without the ACT test cases can't be compared with those in docs/accuracy.md.
else if (actCases) {
  const document = join(root, "docs/accuracy.md");
  writeFileSync(document, replaceBlock(readFileSync(document, "utf8"), "accuracy", tables));
  const lines = Object.entries(counts).map(([id, [right, wrong]]) => `  "${id}": [${right}, ${wrong}]`);
  writeFileSync(join(root, "server/scanner/rule-accuracy.json"), `{\n${lines.join(",\n")}\n}\n`);
}
