import { accessibilityScore } from "../accessibility-score";
import type { AccessibilityInfo, AxeResult, NodeResult, NodeSignals, RuleResult } from "../page-result";
import { findComponent } from "./find-component";
import type { PageBox } from "./probe/locate-elements";
import type { Place } from "./probe/record-places";
import type { AxeFindings, AxeNode, ElementDescription } from "./probe/run-axe";
import { redactHtml, redactText } from "./redact";
import { axeVersion, ruleCatalogue } from "./rule-catalogue";
import type { RuleInfo } from "./rule-info";
import type { TakenStrip } from "./strips/take-strips";

const MAX_SELECTOR = 2_000;
const MAX_SUMMARY = 2_000;

/** Masks secrets in every signal, as in snippets. */
const toSignals = ({ role, name, text, heading, near, path }: NodeSignals): NodeSignals => ({
  role: redactText(role),
  name: redactText(name),
  text: redactText(text),
  heading: redactText(heading),
  near: redactText(near),
  path: redactText(path),
});

export interface Evidence {
  /** Positions of elements in the page's screenshot, indexed by element number. */
  boxes: readonly (PageBox | null)[];
  strips: readonly TakenStrip[];
}

const redactName = (name: string | null): string | null => name && redactText(name);

const toAccessibility = ({ role, name, states, path }: ElementDescription): AccessibilityInfo => ({
  role,
  name: redactName(name),
  states,
  path: path.map((step) => ({ ...step, name: redactName(step.name) })),
});

interface NodeSource extends Pick<Evidence, "boxes">, Partial<Pick<Evidence, "strips">> {
  places: readonly Place[];
  /** The rule; omitted for an element that no rule reports. */
  info?: RuleInfo;
}

/** Returns an element's position in the screenshot and how assistive technology presents the element, if known. */
const toEvidence = (
  { element, isInFrame, description }: AxeNode,
  { info, boxes, strips = [] }: NodeSource,
): Pick<NodeResult, "box" | "strip" | "accessibility"> => {
  const box = element === null ? null : boxes[element];
  const strip = strips.findIndex((each) => each.rule === info?.rule_id && each.element === element);
  return {
    ...(box ? { box: isInFrame ? { ...box, is_frame: true } : box } : {}),
    ...(strip === -1 ? {} : { strip }),
    ...(description ? { accessibility: toAccessibility(description) } : {}),
  };
};

/** Converts an element to the contract's result type, with secrets masked. */
export const toNode = (found: NodeSource, node: AxeNode): NodeResult => ({
  selector: node.selector.slice(0, MAX_SELECTOR),
  html: redactHtml(node.html),
  failure_summary: redactText(node.summary).slice(0, MAX_SUMMARY),
  component: findComponent(found.places, node.place),
  ...toEvidence(node, found),
  ...(node.signals ? { signals: toSignals(node.signals) } : {}),
  ...(node.engines ? { engines: [...node.engines] } : {}),
  ...(node.views ? { views: [...node.views] } : {}),
  ...(node.reach ? { reach: [...node.reach] } : {}),
  related: node.related.map(({ selector, html }) => ({
    selector: selector.slice(0, MAX_SELECTOR),
    html: redactHtml(html),
  })),
});

type Found = Evidence & { info: RuleInfo; places: readonly Place[]; count: number; nodes: readonly AxeNode[] };

const toRule = ({ count, nodes, ...found }: Found): RuleResult[] =>
  count === 0 ? [] : [{ ...found.info, node_count: count, nodes: nodes.map((node) => toNode(found, node)) }];

/** Converts the findings from one or more states of the page to the contract's result type, with rules sorted by id. */
export const toAxeResult = (
  found: readonly AxeFindings[],
  evidence: Evidence = { boxes: [], strips: [] },
): AxeResult => {
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
      toRule({ ...evidence, info, places, count: rule.failed, nodes: rule.violations }),
    ),
    incomplete: met.flatMap(({ rule, info, places }) =>
      toRule({ ...evidence, info, places, count: rule.review, nodes: rule.incomplete }),
    ),
    checks,
    inapplicable: known.filter((entry) => !met.includes(entry)).map(({ rule }) => rule.id),
  };
  return { engine: "axe-core", engine_version: axeVersion, ...accessibilityScore(findings), ...findings };
};
