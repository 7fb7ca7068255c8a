/** Whether rules fail the same pages of our labelled corpus when the pages' content is in a shadow root */
import { readCorpus } from "./support/corpus-cases";
import { putIntoShadowRoot } from "./support/put-into-shadow-root";
import { type CorpusOutcome, scanCorpus } from "./support/scan-corpus";

/** Folders to scan; all of them by default. */
const folders = process.argv.slice(2);

const cases = readCorpus().filter(({ folder }) => folders.length === 0 || folders.includes(folder));
const outcomes = {
  plain: await scanCorpus(cases),
  shadow: await scanCorpus(cases, { states: true }, putIntoShadowRoot),
};

const nameOf = ({ test }: CorpusOutcome): string => `${test.folder}/${test.name}`;

/** Returns the rules that fail in each case. */
const rulesByCase = (from: readonly CorpusOutcome[]): Map<string, Set<string>> =>
  new Map(from.map((outcome) => [nameOf(outcome), new Set(outcome.findings.map(({ ruleId }) => ruleId))]));

const plain = rulesByCase(outcomes.plain);
const shadow = rulesByCase(outcomes.shadow);

/** Returns the cases in which a rule fails in `one` but not in `other`, by rule. */
const onlyIn = (one: typeof plain, other: typeof plain): Map<string, string[]> => {
  const byRule = new Map<string, string[]>();
  for (const [name, rules] of one)
    for (const rule of rules) if (!other.get(name)?.has(rule)) byRule.set(rule, [...(byRule.get(rule) ?? []), name]);
  return byRule;
};

const count = (byCase: typeof plain): number => [...byCase.values()].reduce((sum, { size }) => sum + size, 0);
const print = (title: string, byRule: ReturnType<typeof onlyIn>): void => {
  console.log(`\n${title}:`);
  for (const [rule, names] of [...byRule].sort()) console.log(`  ${rule} (${names.length}): ${names.join(", ")}`);
};

const missed = onlyIn(plain, shadow);
const missing = [...missed.values()].flat().length;
print("Failed only outside shadow roots", missed);
print("Failed only in shadow roots", onlyIn(shadow, plain));
for (const { test, errors } of outcomes.shadow)
  for (const error of errors) console.log(`not scanned: ${test.folder}/${test.name}: ${error}`);
console.log(
  `\n${count(plain) - missing} of ${count(plain)} failures are also found if the content is in a shadow root (${cases.length} cases)`,
);
