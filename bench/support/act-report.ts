import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AxeResult, PageResult } from "@/server/scanner/contract";
import { actRules, ruleFacts } from "@/server/scanner/rule-facts";
import type { ActCase } from "./act-cases";
import { workshop } from "./sites";

const base = "https://www.w3.org/WAI/content-assets/wcag-act-rules/";

type Outcome = "passed" | "failed" | "cantTell" | "inapplicable";

const outcomesOf = ({ checks, inapplicable }: AxeResult): [ruleId: string, outcome: Outcome][] => [
  ...checks.map(({ rule_id, failed, needs_review }): [string, Outcome] => [
    rule_id,
    failed > 0 ? "failed" : needs_review > 0 ? "cantTell" : "passed",
  ]),
  ...inapplicable.map((ruleId): [string, Outcome] => [ruleId, "inapplicable"]),
];

const assertionOf = ([ruleId, outcome]: [string, Outcome]) => ({
  "@type": "Assertion",
  mode: "earl:automatic",
  test: {
    "@type": "TestCase",
    title: ruleId,
    isPartOf: ruleFacts(ruleId).wcag.map((criterion) => `WCAG22:${criterion}`),
  },
  result: { "@type": "TestResult", outcome: `earl:${outcome}` },
});

const subjectOf = ({ relativePath }: ActCase, page: PageResult | undefined) => ({
  "@type": "TestSubject",
  source: base + relativePath,
  assertions: page?.axe
    ? outcomesOf(page.axe)
        .filter(([ruleId]) => actRules(ruleId).length > 0)
        .map(assertionOf)
    : [],
});

/**
 * Writes the outcomes of all rules that implement ACT rules, in W3C's format for implementation reports
 * (https://www.w3.org/WAI/standards-guidelines/act/report/earl). Returns the file's path.
 */
export const writeActReport = (
  cases: readonly ActCase[],
  pageOf: (test: ActCase) => PageResult | undefined,
): string => {
  mkdirSync(workshop, { recursive: true });
  const file = join(workshop, "act-report.json");
  const graph = cases.map((test) => subjectOf(test, pageOf(test)));
  writeFileSync(file, JSON.stringify({ "@context": `${base}earl-context.json`, "@graph": graph }, null, 2));
  return file;
};
