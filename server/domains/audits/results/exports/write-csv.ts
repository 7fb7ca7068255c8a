import { componentLabel } from "@/server/scanner/component";
import { ruleFacts, seenBy } from "@/server/scanner/rule-facts";
import { viewsOf } from "@/server/scanner/views";
import { describeReach } from "../../rules";
import { type ExportedNodeWithFix, type ExportSource, readNodesWithFixes } from "./read-rows";

type Audit = ExportSource["audit"];

const columns: readonly [string, (node: ExportedNodeWithFix, audit: Audit) => string | null][] = [
  ["rule_id", ({ rule_id }) => rule_id],
  ["outcome", ({ outcome }) => outcome],
  ["impact", ({ impact }) => impact],
  ["status", ({ status }) => status],
  ["note", ({ note }) => note],
  ["criteria", ({ rule_id }) => ruleFacts(rule_id).wcag.join(" ")],
  ["help", ({ rule_id }) => ruleFacts(rule_id).help],
  ["help_url", ({ rule_id }) => ruleFacts(rule_id).help_url],
  ["page_url", ({ page_url }) => page_url],
  ["page_title", ({ page_title }) => page_title],
  ["component", ({ component }) => componentLabel(component)],
  ["selector", ({ selector }) => selector],
  ["html", ({ html }) => html],
  ["message", ({ message }) => message],
  ["issue_id", ({ issue_id }) => issue_id],
  ["fingerprint", ({ fingerprint }) => fingerprint],
  ["fix", ({ fix }) => (fix && fix.correct_code !== fix.current_code ? fix.correct_code : null)],
  ["fix_verified_in", ({ fix }) => fix && (fix.verified_in ?? "not verified")],
  ["engines", ({ rule_id, engines }) => seenBy(rule_id, engines).join(" ")],
  ["views", ({ views }) => viewsOf(views).join(" ")],
  ["reach", ({ reach }) => reach && describeReach(reach)],
  // The number of missing pages is a column, because a separate line would count as a finding.
  ["pages_missing", (_, { partial }) => String(partial?.pages_missing ?? 0)],
];

/**
 * Escapes text that spreadsheets would run as a formula, because it comes from the scanned pages and can't be trusted.
 * Full-width forms of `=`, `+`, `-` and `@` also start a formula.
 */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

const cellOf = (value: string | null): string => `"${harmless(value ?? "").replaceAll('"', '""')}"`;

const lineOf = (cells: readonly (string | null)[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** Writes RFC 4180 CSV in UTF-8, with the byte order mark that Excel needs to detect the encoding. */
export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(columns.map(([name]) => name))}`;
  for await (const nodes of readNodesWithFixes(source))
    yield nodes.map((node) => lineOf(columns.map(([, read]) => read(node, source.audit)))).join("");
}
