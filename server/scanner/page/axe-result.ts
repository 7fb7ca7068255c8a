import type { AxeResult, NodeResult, RuleResult } from "../page-result";
import { accessibilityScore } from "../scores";
import type { AxeNode, AxeRule } from "./probe/run-axe";
import { redactHtml, redactText } from "./redact";
import { axeVersion, type RuleInfo, ruleCatalogue } from "./rule-catalogue";

const MAX_SELECTOR = 2_000;
const MAX_SUMMARY = 2_000;

const toNode = ({ selector, html, summary, related }: AxeNode): NodeResult => ({
  selector: selector.slice(0, MAX_SELECTOR),
  html: redactHtml(html),
  failure_summary: redactText(summary).slice(0, MAX_SUMMARY),
  related: related.map((node) => ({ selector: node.selector.slice(0, MAX_SELECTOR), html: redactHtml(node.html) })),
});

const toRule = (info: RuleInfo, count: number, nodes: AxeNode[]): RuleResult[] =>
  count === 0 ? [] : [{ ...info, node_count: count, nodes: nodes.map(toNode) }];

/** Turns what axe counted in the page into the result of contract.ts. Rules come in the order of their ids. */
export const toAxeResult = (rules: readonly AxeRule[]): AxeResult => {
  const known = rules
    .flatMap((rule) => {
      const info = ruleCatalogue.get(rule.id);
      return info ? [{ rule, info }] : [];
    })
    .sort((a, b) => (a.rule.id < b.rule.id ? -1 : 1));
  const met = known.filter(({ rule }) => rule.passed + rule.failed + rule.review > 0);
  const checks = met.map(({ rule, info }) => ({
    rule_id: rule.id,
    impact: info.impact,
    passed: rule.passed,
    failed: rule.failed,
    needs_review: rule.review,
  }));
  return {
    engine: "axe-core",
    engine_version: axeVersion,
    score: accessibilityScore(checks),
    violations: met.flatMap(({ rule, info }) => toRule(info, rule.failed, rule.violations)),
    incomplete: met.flatMap(({ rule, info }) => toRule(info, rule.review, rule.incomplete)),
    checks,
    inapplicable: known.filter((entry) => !met.includes(entry)).map(({ rule }) => rule.id),
  };
};
