import type { ReportCriterion, ReportExample, ReportIssue } from "@/server/features/reports/report-data";
import type { RuleTotals } from "@/server/scanner/roll-up-rules";
import { criteriaOf } from "./judge-rules";

/** Examples printed of each rule, at most one a page; the web pages list every element. */
export const examplesPerRule = 5;

/** A failing rule as a report tells it (contract §7). */
export const issueOf = (rule: RuleTotals, examples: ReportExample[]): ReportIssue => {
  const { rule_id, impact, wcag, help, description, help_url, nodes, pages } = rule;
  return { rule_id, impact, wcag, help, description, help_url, nodes, pages, examples };
};

export const reportCriteria = (rules: readonly RuleTotals[]): ReportCriterion[] =>
  criteriaOf(rules).map(({ criterion, name, level, outcome }) => ({ criterion, name, level, outcome }));
