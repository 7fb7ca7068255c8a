import { criteriaOf } from "@/server/domains/audits/results";
import { criteriaOfStandard } from "@/server/domains/audits/rules";
import type { RuleTotals } from "@/server/domains/audits/totals";
import { seenBy } from "@/server/scanner/rule-facts";
import type { ReportCriterion, ReportExample, ReportIssue } from "../report-data";

/** Maximum number of examples per rule in a report, at most one per page; the web interface lists all elements. */
export const examplesPerRule = 5;

/** Converts a failing rule to an issue in a report. */
export const issueOf = (rule: RuleTotals, examples: ReportExample[]): ReportIssue => {
  const { rule_id, impact, wcag, help, description, help_url, nodes, pages } = rule;
  const engines = seenBy(rule_id, rule.engines);
  return { rule_id, impact, wcag, help, description, help_url, engines, nodes, pages, examples };
};

/** Returns the criteria of the audit's standard with their outcomes. */
export const reportCriteria = (rules: readonly RuleTotals[], standard: string, pages: number): ReportCriterion[] => {
  const demanded = new Set(criteriaOfStandard(standard).map(({ criterion }) => criterion));
  return criteriaOf(rules, standard, pages)
    .filter(({ criterion }) => demanded.has(criterion))
    .map(({ criterion, name, level, outcome }) => ({ criterion, name, level, outcome }));
};
