import { accessibilityScore } from "../accessibility-score";
import type { AccessibilityInfo, AxeResult, NodeResult, NodeSignals, RuleResult } from "../page-result";
import { findComponent } from "./find-component";
import type { PageBox } from "./probe/locate-elements";
import type { Place } from "./probe/record-places";
import type { AxeFindings, AxeNode, ElementDescription } from "./probe/run-axe";
import { redactHtml, redactText } from "./redact";
import { axeVersion, type RuleInfo, ruleCatalogue } from "./rule-catalogue";

const MAX_SELECTOR = 2_000;
const MAX_SUMMARY = 2_000;

/** Redacts every signal in the same way as snippets. */
const toSignals = ({ role, name, text, heading, near, path }: NodeSignals): NodeSignals => ({
  role: redactText(role),
  name: redactText(name),
  text: redactText(text),
  heading: redactText(heading),
  near: redactText(near),
  path: redactText(path),
});

type Boxes = readonly (PageBox | null)[];

const redactName = (name: string | null): string | null => name && redactText(name);

const toAccessibility = ({ role, name, states, path }: ElementDescription): AccessibilityInfo => ({
  role,
  name: redactName(name),
  states,
  path: path.map((step) => ({ ...step, name: redactName(step.name) })),
});

/** Returns an element's position and how assistive technology presents it, where known. */
const toEvidence = ({ element, description }: AxeNode, boxes: Boxes): Pick<NodeResult, "box" | "accessibility"> => {
  const box = element === null ? null : boxes[element];
  return { ...(box ? { box } : {}), ...(description ? { accessibility: toAccessibility(description) } : {}) };
};

/** Converts an element to the result type in the contract, without secrets. */
export const toNode = ({ places, boxes }: Pick<Found, "places" | "boxes">, node: AxeNode): NodeResult => ({
  selector: node.selector.slice(0, MAX_SELECTOR),
  html: redactHtml(node.html),
  failure_summary: redactText(node.summary).slice(0, MAX_SUMMARY),
  component: findComponent(places, node.place),
  ...toEvidence(node, boxes),
  ...(node.signals ? { signals: toSignals(node.signals) } : {}),
  related: node.related.map(({ selector, html }) => ({
    selector: selector.slice(0, MAX_SELECTOR),
    html: redactHtml(html),
  })),
});

type Found = { info: RuleInfo; places: readonly Place[]; boxes: Boxes; count: number; nodes: readonly AxeNode[] };

const toRule = ({ info, count, nodes, ...found }: Found): RuleResult[] =>
  count === 0 ? [] : [{ ...info, node_count: count, nodes: nodes.map((node) => toNode(found, node)) }];

/**
 * Converts the findings in one or several states of the page to the result type in the contract, with rules sorted by
 * id. `boxes` contains the positions of elements in the page's screenshot, by element number.
 */
export const toAxeResult = (found: readonly AxeFindings[], boxes: Boxes = []): AxeResult => {
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
      toRule({ info, places, boxes, count: rule.failed, nodes: rule.violations }),
    ),
    incomplete: met.flatMap(({ rule, info, places }) =>
      toRule({ info, places, boxes, count: rule.review, nodes: rule.incomplete }),
    ),
    checks,
    inapplicable: known.filter((entry) => !met.includes(entry)).map(({ rule }) => rule.id),
  };
  return { engine: "axe-core", engine_version: axeVersion, ...accessibilityScore(findings), ...findings };
};
