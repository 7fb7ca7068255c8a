import { engineVersion, ruleFacts, ruleTags } from "@/server/scanner/rule-facts";
import { PRODUCT } from "@/server/scanner/user-agent";
import { type ExportedNode, type ExportSource, groupByRule, type PageWithNodes, readPagesWithNodes } from "./read-rows";
import { jsonElements } from "./write-json";

const environments = {
  desktop: { windowWidth: 1_280, windowHeight: 800 },
  mobile: { windowWidth: 390, windowHeight: 844 },
};

/** A path through frames; a step into a shadow root can't be told from one into a frame any more. */
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
 * One page in the form of axe-core's results (https://github.com/dequelabs/axe-core/blob/develop/doc/API.md#results-object).
 * A rule under `passes` has no nodes: only how many passed is kept of those.
 */
const resultOf = ({ page, nodes, checks }: PageWithNodes) => ({
  testEngine: { name: "axe-core", version: engineVersion },
  testRunner: { name: "curbcut" },
  testEnvironment: { userAgent: PRODUCT, ...environments[page.device === "mobile" ? "mobile" : "desktop"] },
  timestamp: new Date(page.started_at as Date).toISOString(),
  url: page.final_url,
  toolOptions: {},
  violations: rulesOf(nodes, "violation"),
  incomplete: rulesOf(nodes, "needs_review"),
  passes: checks.checks.filter(({ passed }) => passed > 0).map(({ rule_id }) => ruleOf(rule_id, [])),
  inapplicable: checks.inapplicable.map((ruleId) => ruleOf(ruleId, [])),
});

async function* results(source: ExportSource): AsyncGenerator<ReturnType<typeof resultOf>[]> {
  for await (const page of readPagesWithNodes(source)) if (!page.page.error_code) yield [resultOf(page)];
}

/** An array with axe-core's result of each page that could be scanned. */
export async function* writeAxe(source: ExportSource): AsyncGenerator<string> {
  yield "[";
  yield* jsonElements(results(source));
  yield "]\n";
}
