/** What further views of pages add: findings on harmless pages, and barriers, that no other view shows */
import { Standard } from "@/server/scanner/contract";
import { rulesOf } from "@/server/scanner/page/rule-catalogue";
import { rulesOnPhone } from "@/server/scanner/page/views/view-rules";
import { type FurtherView, furtherViews, type View } from "@/server/scanner/views";
import { readCorpus } from "./support/corpus-cases";
import { type CorpusFinding, scanCorpus } from "./support/scan-corpus";

/** The views to measure; by default, those that aren't tested by default and run rules of axe-core. */
const [, , given = "phone"] = process.argv;
const measured = given.split(",");

const rules = rulesOnPhone(rulesOf(Standard.parse("wcag22aa")));
/** Rules that drive the page run only in the views of which they are part, so they would only take time. */
const options = { include_rules: rules, views: furtherViews.filter((view) => measured.includes(view)) };

const isOnlyThere = ({ views }: CorpusFinding): boolean =>
  views.every((view: View | FurtherView) => measured.includes(view));

const cases = readCorpus().filter(({ isSite }) => !isSite);
const outcomes = await scanCorpus(cases, options);
for (const { test, findings, reviews, errors } of outcomes) {
  const name = `corpus/${test.folder}/${test.name}`;
  for (const error of errors) console.log(`${name}: ${error}`);
  for (const { ruleId, selector, views, isTrue } of [...findings, ...reviews].filter(isOnlyThere))
    console.log(`${isTrue ? "true " : "other"} ${name}: ${ruleId} at ${selector} (${views.join(", ")})`);
}
const harmless = outcomes.filter(({ test }) => test.barriers.length === 0);
const added = harmless.filter(({ findings, reviews }) => [...findings, ...reviews].some(isOnlyThere));
console.log(`${added.length} of ${harmless.length} harmless pages have findings only in the views ${given}`);
