import { accessibilityScore } from "../accessibility-score";
import type { AxeResult, NodeResult, RuleResult } from "../page-result";
import { findComponent } from "./find-component";
import type { Place } from "./probe/record-places";
import type { AxeFindings, AxeNode } from "./probe/run-axe";
import { redactHtml, redactText } from "./redact";
import { axeVersion, type RuleInfo, ruleCatalogue } from "./rule-catalogue";

const MAX_SELECTOR = 2_000;
const MAX_SUMMARY = 2_000;

const toNode = (places: readonly Place[], { selector, html, summary, place, related }: AxeNode): NodeResult => ({
  selector: selector.slice(0, MAX_SELECTOR),
  html: redactHtml(html),
  failure_summary: redactText(summary).slice(0, MAX_SUMMARY),
  component: findComponent(places, place),
  related: related.map((node) => ({ selector: node.selector.slice(0, MAX_SELECTOR), html: redactHtml(node.html) })),
});

type Found = { info: RuleInfo; places: readonly Place[]; count: number; nodes: readonly AxeNode[] };

const toRule = ({ info, places, count, nodes }: Found): RuleResult[] =>
  count === 0 ? [] : [{ ...info, node_count: count, nodes: nodes.map((node) => toNode(places, node)) }];

/**
 * Converts what the rules found, in one state of the page or several, to the result type of contract.ts, with rules
 * sorted by id.
 */
export const toAxeResult = (found: readonly AxeFindings[]): AxeResult => {
  const known = found
    .flatMap(({ rules, places }) => rules.map((rule) => ({ rule, places })))
    .flatMap(({ rule, places }) => {
      const info = ruleCatalogue.get(rule.id);
      return info ? [{ rule, info, places }] : [];
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
  const findings = {
    violations: met.flatMap(({ rule, info, places }) =>
      toRule({ info, places, count: rule.failed, nodes: rule.violations }),
    ),
    incomplete: met.flatMap(({ rule, info, places }) =>
      toRule({ info, places, count: rule.review, nodes: rule.incomplete }),
    ),
    checks,
    inapplicable: known.filter((entry) => !met.includes(entry)).map(({ rule }) => rule.id),
  };
  return { engine: "axe-core", engine_version: axeVersion, ...accessibilityScore(findings), ...findings };
};
