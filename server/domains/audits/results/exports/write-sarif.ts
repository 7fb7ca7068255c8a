import { componentLabel } from "@/server/scanner/component";
import { seenBy } from "@/server/scanner/rule-facts";
import { viewsOf } from "@/server/scanner/views";
import { describeReach, listedCriterionUrl } from "../../rules";
import type { RuleTotals } from "../../totals";
import { describeEngines } from "./describe-engines";
import { missingSentence } from "./missing-sentence";
import { type ExportedNode, type ExportedNodeWithFix, type ExportSource, readNodesWithFixes } from "./read-rows";
import { jsonElements, mapBatches } from "./write-json";

const schema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const levels = { critical: "error", serious: "error", moderate: "warning", minor: "note" } as const;

const levelOf = (impact: ExportedNode["impact"]) => levels[impact ?? "minor"];

const ruleOf =
  (standard: string) =>
  ({ rule_id, help, description, help_url, impact, wcag }: RuleTotals) => ({
    id: rule_id,
    shortDescription: { text: help || rule_id },
    fullDescription: { text: description || help || rule_id },
    ...(URL.canParse(help_url) ? { helpUri: help_url } : {}),
    defaultConfiguration: { level: levelOf(impact) },
    properties: {
      tags: ["accessibility", ...wcag.map((criterion) => `WCAG ${criterion}`)],
      criteria: wcag.map((criterion) => listedCriterionUrl(criterion, standard)),
    },
  });

/** Keeps triaged findings in the file, marked as suppressed (§3.35). */
const suppressionOf = ({ status, note }: ExportedNode) =>
  status === "open"
    ? {}
    : { suppressions: [{ kind: "external", status: "accepted", justification: note || status.replace("_", " ") }] };

/** Returns the fix as a property, because SARIF's own fixes replace lines of a source file. */
const fixPropertyOf = ({ correct_code, explanation, verified_in }: NonNullable<ExportedNodeWithFix["fix"]>) => ({
  code: correct_code,
  explanation,
  verifiedIn: verified_in,
});

/** Web pages have no source lines, so the snippet is reported as line 1 and the selector locates the element. */
const resultOf = (ruleIndex: ReadonlyMap<string, number>) => (node: ExportedNodeWithFix) => {
  const { rule_id, outcome, impact, page_url, selector, html, message, fingerprint, component, fix } = node;
  const { engines, views, reach } = node;
  const index = ruleIndex.get(rule_id);
  return {
    ruleId: rule_id,
    ...(index === undefined ? {} : { ruleIndex: index }),
    kind: outcome === "violation" ? "fail" : "review",
    level: outcome === "violation" ? levelOf(impact) : "none",
    message: { text: message || rule_id },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: page_url },
          region: { startLine: 1, snippet: { text: html } },
        },
        logicalLocations: [{ fullyQualifiedName: selector, kind: "element" }],
      },
    ],
    partialFingerprints: { "curbcut/v1": fingerprint },
    ...suppressionOf(node),
    properties: {
      impact,
      component: componentLabel(component),
      engines: seenBy(rule_id, engines),
      views: viewsOf(views),
      ...(reach ? { reach: describeReach(reach) } : {}),
      ...(fix ? { fix: fixPropertyOf(fix) } : {}),
    },
  };
};

/** Returns a notification of what is missing from a partial audit (§3.20.21). */
const notificationsOf = ({ partial }: ExportSource["audit"]) =>
  partial ? { toolExecutionNotifications: [{ level: "warning", message: { text: missingSentence(partial) } }] } : {};

/** Writes SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) with one run. */
export async function* writeSarif(source: ExportSource): AsyncGenerator<string> {
  const { audit, rules } = source;
  const driver = {
    name: "Curbcut",
    properties: { engine: describeEngines(audit) },
    rules: rules.map(ruleOf(audit.effective_options.standard)),
  };
  const run = {
    tool: { driver },
    automationDetails: { id: `${audit.website_url}/${audit.id}` },
    columnKind: "utf16CodeUnits",
    invocations: [
      {
        executionSuccessful: audit.status === "completed",
        startTimeUtc: audit.created_at.toISOString(),
        ...notificationsOf(audit),
      },
    ],
  };
  yield `{"$schema":${JSON.stringify(schema)},"version":"2.1.0","runs":[${JSON.stringify(run).slice(0, -1)},"results":[`;
  const ruleIndex = new Map(rules.map((rule, index) => [rule.rule_id, index]));
  yield* jsonElements(mapBatches(readNodesWithFixes(source), resultOf(ruleIndex)));
  yield "]}]}\n";
}
