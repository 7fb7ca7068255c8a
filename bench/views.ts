/** What further views add on harmless pages: findings that occur in no other view */
import { rulesOf } from "@/server/scanner/page/rule-catalogue";
import { rulesOnPhone } from "@/server/scanner/page/views/view-rules";
import { furtherViews, type View } from "@/server/scanner/views";
import { readCorpus } from "./support/corpus-cases";
import { type CorpusFinding, scanCorpus } from "./support/scan-corpus";

/** The views to measure, and the part of the pages to scan: 2/3 stands for the second of three equal parts. */
const [, , given = "zoom_200,phone", part = "1/1"] = process.argv;
const measured: readonly string[] = given.split(",");
const [turn = 1, turns = 1] = part.split("/").map(Number);

/**
 * Leaves out the rules that interact with the page: they take time, and they don't run again in further views anyway.
 */
const options = {
  include_rules: rulesOnPhone(rulesOf("wcag22aa")),
  views: furtherViews.filter((view) => measured.includes(view)),
};

const isOnlyThere = ({ views }: CorpusFinding): boolean => views.every((view: View) => measured.includes(view));

const cases = readCorpus()
  .filter(({ isSite, barriers }) => !isSite && barriers.length === 0)
  .filter((_, at) => at % turns === turn - 1);
const outcomes = await scanCorpus(cases, options);
for (const { test, findings, reviews, errors } of outcomes) {
  const name = `corpus/${test.folder}/${test.name}`;
  for (const error of errors) console.log(`${name}: ${error}`);
  for (const { ruleId, selector, views } of [...findings, ...reviews].filter(isOnlyThere))
    console.log(`${name}: ${ruleId} at ${selector} (${views.join(", ")})`);
}
const added = outcomes.filter(({ findings, reviews }) => [...findings, ...reviews].some(isOnlyThere));
console.log(`${added.length} of ${outcomes.length} harmless pages have findings only in the views ${given}`);
