import { ruleFacts } from "@/server/scanner/rule-facts";
import { missingSentence } from "./missing-sentence";
import {
  DAMAGED_RESULT,
  type ExportedNode,
  type ExportSource,
  groupByRule,
  type PageWithNodes,
  readPagesWithNodes,
} from "./read-rows";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that XML 1.0 can't represent (https://www.w3.org/TR/xml/#charsets). */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const text = (value: string): string =>
  value.replace(forbidden, "\uFFFD").replace(/[&<>"']/g, (character) => entities[character] ?? character);

const attribute = (value: string): string => text(value).replace(/[\t\n\r]+/g, " ");

const detailOf = ({ selector, html, message }: ExportedNode): string => [selector, html, message].join("\n");

const helpOf = (ruleId: string): string => ruleFacts(ruleId).help || ruleId;

/**
 * Returns the test case for a rule on a page: failed if it has an open finding, skipped if all findings are triaged or
 * need review.
 */
const caseOf = (page: string, ruleId: string, nodes: readonly ExportedNode[]) => {
  const failing = nodes.filter(({ outcome, status }) => outcome === "violation" && status === "open");
  const tag = `<testcase classname="${attribute(page)}" name="${attribute(ruleId)}"`;
  const [first] = failing;
  if (first) {
    const message = `${helpOf(ruleId)} (${failing.length})`;
    const details = failing.map(detailOf).join("\n\n");
    const body = `<failure type="${first.impact ?? "minor"}" message="${attribute(message)}">${text(details)}</failure>`;
    return { kind: "failure", xml: `${tag}>${body}</testcase>` } as const;
  }
  if (nodes.length === 0) return { kind: "passed", xml: `${tag}/>` } as const;
  const isReview = nodes.some(({ outcome }) => outcome === "needs_review");
  const why = isReview ? "needs review" : "all findings have been triaged";
  return { kind: "skipped", xml: `${tag}><skipped message="${why}"/></testcase>` } as const;
};

const damagedCaseOf = (page: string) =>
  ({
    kind: "skipped",
    xml: `<testcase classname="${attribute(page)}" name="page"><skipped message="${attribute(DAMAGED_RESULT)}"/></testcase>`,
  }) as const;

const suiteOf = ({ page, nodes, checks }: PageWithNodes): string => {
  const seconds = (page.duration_ms / 1_000).toFixed(3);
  const at = page.started_at.toISOString().slice(0, 19);
  const tag = `<testsuite name="${attribute(page.final_url)}" time="${seconds}" timestamp="${at}"`;
  if (page.error_code) {
    const error = `<error type="${attribute(page.error_code)}" message="${attribute(page.error_message ?? "")}"/>`;
    const lone = `<testcase classname="${attribute(page.final_url)}" name="page">${error}</testcase>`;
    return `${tag} tests="1" failures="0" errors="1" skipped="0">\n${lone}\n</testsuite>\n`;
  }
  const byRule = groupByRule(nodes);
  const ruleIds = [...new Set([...checks.checks.map(({ rule_id }) => rule_id), ...byRule.keys()])].sort();
  const cases = [
    ...ruleIds.map((ruleId) => caseOf(page.final_url, ruleId, byRule.get(ruleId) ?? [])),
    ...(checks.damaged ? [damagedCaseOf(page.final_url)] : []),
  ];
  const count = (kind: string): number => cases.filter((each) => each.kind === kind).length;
  const numbers = `tests="${cases.length}" failures="${count("failure")}" errors="0" skipped="${count("skipped")}"`;
  return `${tag} ${numbers}>\n${cases.map(({ xml }) => xml).join("\n")}\n</testsuite>\n`;
};

/** Returns one skipped test case for the pages missing from a partial audit. */
const missingSuite = ({ website_url, partial }: ExportSource["audit"]): string => {
  if (!partial) return "";
  const skipped = `<skipped message="${attribute(missingSentence(partial))}"/>`;
  const lone = `<testcase classname="${attribute(website_url)}" name="pages not scanned">${skipped}</testcase>`;
  return `<testsuite name="pages not scanned" tests="1" failures="0" errors="0" skipped="1">\n${lone}\n</testsuite>\n`;
};

/** Writes JUnit XML as CI servers expect it: one suite per page, one case per rule. */
export async function* writeJunit(source: ExportSource): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${attribute(source.audit.website_name)}">\n`;
  for await (const page of readPagesWithNodes(source)) yield suiteOf(page);
  yield missingSuite(source.audit);
  yield "</testsuites>\n";
}
