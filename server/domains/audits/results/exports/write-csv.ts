import { componentLabel } from "@/server/scanner/component";
import { ruleFacts, seenBy } from "@/server/scanner/rule-facts";
import { viewsOf } from "@/server/scanner/views";
import { describeReach, summariseAccuracy } from "../../rules";
import { type FindingInDocument, readDocumentFindings } from "./read-exported-documents";
import { type ExportedNodeWithFix, type ExportSource, readNodesWithFixes } from "./read-rows";

type Audit = ExportSource["audit"];
type Read<Source> = (source: Source, audit: Audit) => string | null;

const countMissing = (_: unknown, { partial }: Audit): string => String(partial?.pages_missing ?? 0);

/**
 * The columns. Each has a name and functions that return its value for a finding on a page and for a finding in a
 * document.
 */
const columns: readonly [string, Read<ExportedNodeWithFix> | null, Read<FindingInDocument>?][] = [
  ["rule_id", ({ rule_id }) => rule_id, ({ rule_id }) => rule_id],
  ["outcome", ({ outcome }) => outcome, ({ outcome }) => (outcome === "failed" ? "violation" : outcome)],
  ["impact", ({ impact }) => impact, ({ impact }) => impact],
  ["status", ({ status }) => status],
  ["note", ({ note }) => note],
  ["criteria", ({ rule_id }) => ruleFacts(rule_id).wcag.join(" "), ({ criteria }) => criteria.join(" ")],
  ["help", ({ rule_id }) => ruleFacts(rule_id).help],
  ["help_url", ({ rule_id }) => ruleFacts(rule_id).help_url],
  ["page_url", ({ page_url }) => page_url, ({ document }) => document.url],
  ["page_title", ({ page_title }) => page_title, ({ document }) => document.title],
  ["component", ({ component }) => componentLabel(component)],
  ["selector", ({ selector }) => selector],
  ["html", ({ html }) => html],
  ["message", ({ message }) => message, ({ message }) => message],
  ["issue_id", ({ issue_id }) => issue_id],
  ["fingerprint", ({ fingerprint }) => fingerprint],
  ["fix", ({ fix }) => (fix && fix.correct_code !== fix.current_code ? fix.correct_code : null)],
  ["fix_verified_in", ({ fix }) => fix && (fix.verified_in ?? "not verified")],
  ["engines", ({ rule_id, engines }) => seenBy(rule_id, engines).join(" ")],
  ["views", ({ views }) => viewsOf(views).join(" ")],
  ["reach", ({ reach }) => reach && describeReach(reach)],
  // The number of missing pages is a column, because a separate line would count as a finding.
  ["pages_missing", countMissing, countMissing],
  ["document_clause", null, ({ clause }) => clause],
  ["document_page", null, ({ page }) => (page === null ? null : String(page))],
  ["document_count", null, ({ count }) => String(count)],
  ["rule_accuracy", ({ rule_id }) => summariseAccuracy(rule_id)],
];

/**
 * Escapes text that spreadsheets would run as a formula. The text is untrusted, because it comes from the scanned
 * pages. Full-width forms of `=`, `+`, `-` and `@` also start a formula.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

const cellOf = (value: string | null): string => `"${harmless(value ?? "").replaceAll('"', '""')}"`;

const lineOf = (cells: readonly (string | null)[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** Writes RFC 4180 CSV in UTF-8, with the byte order mark that Excel needs to detect the encoding. */
export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(columns.map(([name]) => name))}`;
  for await (const nodes of readNodesWithFixes(source))
    yield nodes.map((node) => lineOf(columns.map(([, read]) => read?.(node, source.audit) ?? null))).join("");
  for await (const findings of readDocumentFindings(source))
    yield findings
      .map((finding) => lineOf(columns.map(([, , read]) => read?.(finding, source.audit) ?? null)))
      .join("");
}
