import { engineVersion, ruleFacts, ruleTags } from "@/server/scanner/rule-facts";
import { PRODUCT } from "@/server/scanner/user-agent";
import {
  DAMAGED_RESULT,
  type ExportedNode,
  type ExportSource,
  groupByRule,
  type PageWithNodes,
  readPagesWithNodes,
} from "./read-rows";
import { jsonElements } from "./write-json";

const environments = {
  desktop: { windowWidth: 1_280, windowHeight: 800 },
  mobile: { windowWidth: 390, windowHeight: 844 },
};

/** Splits a selector at frames and at shadow roots, because the stored selector doesn't distinguish between them. */
const targetOf = (selector: string): string[] => selector.split(" >>> ");

const nodeOf = ({ html, impact, selector, message }: ExportedNode) => ({
  any: [],
  all: [],
  none: [],
  impact,
  html,
  target: targetOf(selector),
  failureSummary: message,
});

const ruleOf = (ruleId: string, nodes: readonly ExportedNode[]) => {
  const { help, description, help_url } = ruleFacts(ruleId);
  const impact = nodes[0]?.impact ?? null;
  return { id: ruleId, impact, tags: ruleTags(ruleId), description, help, helpUrl: help_url, nodes: nodes.map(nodeOf) };
};

const rulesOf = (nodes: readonly ExportedNode[], outcome: ExportedNode["outcome"]) =>
  [...groupByRule(nodes.filter((node) => node.outcome === outcome))].map(([ruleId, found]) => ruleOf(ruleId, found));

/**
 * Returns the results of one page in axe-core's format
 * (https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#results-object). Rules under `passes` have no nodes,
 * because only the number of passed nodes is stored. What is missing from a partial audit is noted in `testRunner`,
 * because the format has no field for it.
 */
const resultOf = ({ partial }: ExportSource["audit"], { page, nodes, checks }: PageWithNodes) => ({
  testEngine: { name: "axe-core", version: engineVersion },
  testRunner: { name: "curbcut", ...(partial ? { partial } : {}) },
  testEnvironment: { userAgent: PRODUCT, ...environments[page.device === "mobile" ? "mobile" : "desktop"] },
  timestamp: page.started_at.toISOString(),
  url: page.final_url,
  ...(checks.damaged ? { warning: DAMAGED_RESULT } : {}),
  toolOptions: {},
  violations: rulesOf(nodes, "violation"),
  incomplete: rulesOf(nodes, "needs_review"),
  passes: checks.checks.filter(({ passed }) => passed > 0).map(({ rule_id }) => ruleOf(rule_id, [])),
  inapplicable: checks.inapplicable.map((ruleId) => ruleOf(ruleId, [])),
});

async function* results(source: ExportSource): AsyncGenerator<ReturnType<typeof resultOf>[]> {
  for await (const page of readPagesWithNodes(source)) if (!page.page.error_code) yield [resultOf(source.audit, page)];
}

/** Writes an array of axe-core's results, one for each scanned page. */
export async function* writeAxe(source: ExportSource): AsyncGenerator<string> {
  yield "[";
  yield* jsonElements(results(source));
  yield "]\n";
}
