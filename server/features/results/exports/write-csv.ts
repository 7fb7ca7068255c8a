import { componentLabel } from "@/server/scanner/component";
import { ruleFacts } from "@/server/scanner/rule-facts";
import { type ExportedNode, type ExportSource, readNodes } from "./read-rows";

const columns: readonly [string, (node: ExportedNode) => string | null][] = [
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
];

/** Spreadsheets run what begins like a formula, in some languages in wide letters too, and a page decides its code. */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);

const cellOf = (value: string | null): string => `"${harmless(value ?? "").replaceAll('"', '""')}"`;

const lineOf = (cells: readonly (string | null)[]): string => `${cells.map(cellOf).join(",")}\r\n`;

/** RFC 4180 in UTF-8, with a byte order mark, without which Excel takes it for another encoding. */
export async function* writeCsv(source: ExportSource): AsyncGenerator<string> {
  yield `\uFEFF${lineOf(columns.map(([name]) => name))}`;
  for await (const nodes of readNodes(source))
    yield nodes.map((node) => lineOf(columns.map(([, read]) => read(node)))).join("");
}
