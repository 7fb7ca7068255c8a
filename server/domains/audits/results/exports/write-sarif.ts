import { createHash } from "node:crypto";
import { isUrl } from "@/server/core/is-url";
import { componentLabel } from "@/server/scanner/component";
import { ruleAccuracy } from "@/server/scanner/rule-accuracy";
import { seenBy } from "@/server/scanner/rule-facts";
import { viewsOf } from "@/server/scanner/views";
import { describeReach, listedCriterionUrl } from "../../rules";
import type { RuleTotals } from "../../totals";
import { describeEngines } from "./describe-engines";
import { missingSentence } from "./missing-sentence";
import {
  documentRuleId,
  type FindingInDocument,
  readDocumentFindings,
  readDocuments,
  readFoundClauses,
  uncheckedSentence,
} from "./read-exported-documents";
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
    ...(isUrl(help_url) ? { helpUri: help_url } : {}),
    defaultConfiguration: { level: levelOf(impact) },
    properties: {
      tags: ["accessibility", ...wcag.map((criterion) => `WCAG ${criterion}`)],
      criteria: wcag.map((criterion) => listedCriterionUrl(criterion, standard)),
      accuracy: ruleAccuracy(rule_id),
    },
  });

/** Describes a clause with findings as a SARIF rule, whose id is Curbcut's rule id followed by the clause (§3.27.5). */
const clauseRuleOf = (standard: string) => (finding: Awaited<ReturnType<typeof readFoundClauses>>[number]) => ({
  id: documentRuleId(finding),
  shortDescription: { text: finding.message },
  fullDescription: { text: finding.message },
  defaultConfiguration: { level: levelOf(finding.impact) },
  properties: {
    tags: ["accessibility", "PDF/UA-1", ...finding.criteria.map((criterion) => `WCAG ${criterion}`)],
    criteria: finding.criteria.map((criterion) => listedCriterionUrl(criterion, standard)),
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

/**
 * Returns a finding as a SARIF result. The snippet is reported as line 1, because web pages have no source lines. The
 * selector locates the element.
 */
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

/**
 * The location has no region, because a document isn't text; the page with the first finding is stored as a property.
 */
const documentResultOf =
  (ruleIndex: ReadonlyMap<string, number>) =>
  ({ document, ...finding }: FindingInDocument) => {
    const id = documentRuleId(finding);
    const index = ruleIndex.get(id);
    const isFailure = finding.outcome === "failed";
    return {
      ruleId: id,
      ...(index === undefined ? {} : { ruleIndex: index }),
      kind: isFailure ? "fail" : "review",
      level: isFailure ? levelOf(finding.impact) : "none",
      message: { text: finding.message },
      locations: [{ physicalLocation: { artifactLocation: { uri: document.url } } }],
      partialFingerprints: {
        "curbcut-document/v1": createHash("sha256").update(`${document.url}\n${id}`).digest("hex"),
      },
      properties: { impact: finding.impact, clause: finding.clause, page: finding.page, count: finding.count },
    };
  };

interface Notification {
  level: "warning" | "note";
  message: { text: string };
  locations?: object[];
}

/**
 * Returns notifications (§3.20.21) about what is missing: the remaining pages of a partial audit, and unchecked
 * documents.
 */
const readNotifications = async (source: ExportSource): Promise<Notification[]> => {
  const { partial } = source.audit;
  const list: Notification[] = partial ? [{ level: "warning", message: { text: missingSentence(partial) } }] : [];
  for await (const documents of readDocuments(source))
    for (const document of documents) {
      const text = uncheckedSentence(document);
      if (text === null) continue;
      const locations = [{ physicalLocation: { artifactLocation: { uri: document.url } } }];
      list.push({ level: "note", message: { text }, locations });
    }
  return list;
};

async function* readResults(source: ExportSource, ruleIndex: ReadonlyMap<string, number>): AsyncGenerator<object[]> {
  yield* mapBatches(readNodesWithFixes(source), resultOf(ruleIndex));
  yield* mapBatches(readDocumentFindings(source), documentResultOf(ruleIndex));
}

/** Writes SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html) with one run. */
export async function* writeSarif(source: ExportSource): AsyncGenerator<string> {
  const { audit, rules } = source;
  const { standard } = audit.effective_options;
  const clauses = await readFoundClauses(source);
  const notifications = await readNotifications(source);
  const driver = {
    name: "Curbcut",
    properties: { engine: describeEngines(audit) },
    rules: [...rules.map(ruleOf(standard)), ...clauses.map(clauseRuleOf(standard))],
  };
  const run = {
    tool: { driver },
    automationDetails: { id: `${audit.website_url}/${audit.id}` },
    columnKind: "utf16CodeUnits",
    invocations: [
      {
        executionSuccessful: audit.status === "completed",
        startTimeUtc: audit.created_at.toISOString(),
        ...(notifications.length > 0 ? { toolExecutionNotifications: notifications } : {}),
      },
    ],
  };
  yield `{"$schema":${JSON.stringify(schema)},"version":"2.1.0","runs":[${JSON.stringify(run).slice(0, -1)},"results":[`;
  const ruleIndex = new Map(driver.rules.map(({ id }, index) => [id, index]));
  yield* jsonElements(readResults(source, ruleIndex));
  yield "]}]}\n";
}
