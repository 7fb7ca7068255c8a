import { componentLabel } from "@/server/scanner/component";
import { ruleAccuracy } from "@/server/scanner/rule-accuracy";
import { actRules, ruleFacts, seenBy } from "@/server/scanner/rule-facts";
import { viewsOf } from "@/server/scanner/views";
import { formulasOf } from "../get-results";
import { toFindingStrip } from "../get-screenshot";
import { toFindingScreenshot } from "../read-findings";
import { countsOf, criteriaOf } from "../summarise-rules";
import { readDocuments } from "./read-exported-documents";
import { type ExportedNodeWithFix, type ExportSource, readNodesWithFixes, readPages } from "./read-rows";

/** Yields the contents of a JSON array, one element per line, batch by batch. */
export async function* jsonElements(batches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = "\n";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((value) => JSON.stringify(value)).join(",\n");
    separator = ",\n";
  }
}

export async function* mapBatches<From, To>(
  batches: AsyncIterable<readonly From[]>,
  change: (value: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(change);
}

/**
 * Lists each field by name, because each object built with `...rest` leaves 2 KB on the heap until V8 runs a full
 * garbage collection.
 */
const findingOf = (auditId: string) => (node: ExportedNodeWithFix) => {
  const { help, help_url, wcag } = ruleFacts(node.rule_id);
  return {
    id: node.id,
    issue_id: node.issue_id,
    rule_id: node.rule_id,
    outcome: node.outcome,
    impact: node.impact,
    page_url: node.page_url,
    page_title: node.page_title,
    selector: node.selector,
    html: node.html,
    message: node.message,
    engines: seenBy(node.rule_id, node.engines),
    views: viewsOf(node.views),
    reach: node.reach,
    status: node.status,
    note: node.note,
    help,
    help_url,
    wcag,
    related: node.related,
    fingerprint: node.fingerprint,
    component: componentLabel(node.component),
    page_id: node.page_id,
    screenshot: toFindingScreenshot(auditId, node.page_id, node),
    strip: toFindingStrip(auditId, node.id, node.strip),
    accessibility: node.accessibility,
    fix: node.fix,
  };
};

/** Writes all results of an audit, with the field names of Curbcut's own API. */
export async function* writeJson(source: ExportSource): AsyncGenerator<string> {
  const { audit, rules, scope } = source;
  const { scores } = audit;
  const about = {
    audit,
    scope,
    scores,
    formulas: formulasOf(scores),
    counts: countsOf(rules),
    rules: rules.map((rule) => ({ ...rule, act_rules: actRules(rule.rule_id), accuracy: ruleAccuracy(rule.rule_id) })),
    criteria: criteriaOf(rules, audit.effective_options.standard, audit.pages_done),
  };
  yield `${JSON.stringify(about).slice(0, -1)},"pages":[`;
  yield* jsonElements(mapBatches(readPages(source), ({ result_key: _, cross_page: __, ...page }) => page));
  yield '],\n"findings":[';
  yield* jsonElements(mapBatches(readNodesWithFixes(source), findingOf(audit.id)));
  yield '],\n"documents":[';
  yield* jsonElements(readDocuments(source));
  yield "]}\n";
}
