import { describeScope } from "@/messages/runtime/audit-scope";
import { formatScore } from "@/messages/runtime/format-score";
import { explainUnscanned } from "@/messages/runtime/unscanned-pages";
import { describeAccuracy } from "@/server/domains/audits/rules";
import { type Finding, readFindings } from "@/server/domains/reports/pdf/model/findings";
import type { ReportData } from "@/server/domains/reports/report-data";

const rulesShown = 10;

const pad = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
    .join("  ")
    .trimEnd();

/** Returns a table whose last column isn't padded. */
export const layOut = (rows: readonly (readonly string[])[], indent = "  "): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => indent + pad(row, widths)).join("\n");
};

const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;

const row = ({ impact, ruleId, elements, pages, who }: Finding, width: number): string[] => [
  impact ?? "minor",
  ruleId,
  String(elements ?? 0),
  String(pages ?? 0),
  describeAccuracy(ruleId),
  shorten(who, width),
];

/**
 * Returns a table of the rules to fix first, in the same order as in the report: by impact times number of pages.
 * "Accuracy" is the number of labelled cases in which the rule was right.
 */
export const ruleTable = (data: ReportData, columns = 140): string => {
  const { failed } = readFindings(data);
  const shown = failed.slice(0, rulesShown);
  const longest = Math.max(0, ...shown.map(({ ruleId }) => ruleId.length));
  const table = layOut([
    ["Impact", "Rule", "Elements", "Pages", "Accuracy", "Who is affected"],
    ...shown.map((finding) => row(finding, Math.max(40, columns - longest - 52))),
  ]);
  const more = failed.length - shown.length;
  return more > 0 ? `${table}\n  … and ${more} more ${more === 1 ? "rule" : "rules"}` : table;
};

const scoreLine = ({ scores }: ReportData): string => {
  const names = { accessibility: "Accessibility", performance: "Performance", seo: "SEO", quality: "Quality" } as const;
  const parts = Object.entries(names).map(([key, label]) => {
    const score = scores?.[key as keyof typeof names] ?? null;
    const low = key === "accessibility" ? scores?.accessibility_low : null;
    return `${label} ${score === null ? "not measured" : formatScore(score, low)}`;
  });
  return `${parts.join(" · ")}   (0 to 100, automated checks only)`;
};

const lighthouseLine = ({ lighthouse }: ReportData): string[] => {
  if (!lighthouse) return [];
  if (lighthouse.error) return [`Lighthouse, start page: not measured. ${lighthouse.error.message ?? ""}`.trimEnd()];
  const names = {
    performance: "Performance",
    accessibility: "Accessibility",
    best_practices: "Best practices",
    seo: "SEO",
  };
  const parts = Object.entries(names).map(
    ([key, label]) => `${label} ${lighthouse.categories?.[key] ?? "not measured"}`,
  );
  return [`Lighthouse, start page: ${parts.join(" · ")}`];
};

/**
 * Lists the pages that weren't scanned because the `--minutes` limit was reached or a journey failed. The list starts
 * with a word that is easy to find in a build log.
 */
const partialLines = ({ audit }: ReportData): string[] => {
  const { reason, pages_missing, examples } = audit?.partial ?? {};
  if (!pages_missing) return [];
  const why = reason === "journey" ? "a step of a journey failed" : "the time limit was reached";
  const pages = pages_missing === 1 ? "1 page was" : `${pages_missing} pages were`;
  return [`PARTIAL: ${why}, and ${pages} not scanned.`, ...(examples ?? []).map((url) => `  not scanned: ${url}`)];
};

const depthLines = ({ audit }: ReportData): string[] => {
  if (audit?.depth === "templates")
    return ["Slow checks ran on the start page and two pages of each template; quick checks ran on all pages."];
  return audit?.depth === "quick" ? ["Only quick checks ran."] : [];
};

const secondEngineLines = ({ audit }: ReportData): string[] => {
  const { name, elements } = audit?.second_engine ?? {};
  if (!name) return [];
  const found = elements === 1 ? "1 element" : `${elements ?? 0} elements`;
  return [`Second engine: ${name}. It alone found ${found} to review.`];
};

const phoneLines = ({ audit }: ReportData): string[] => {
  if (!audit?.phone) return [];
  const { tested, left_out } = audit.phone;
  const pages = tested === 1 ? "1 page" : `${tested ?? 0} pages`;
  const others = left_out ? ` ${left_out} more couldn't be tested there.` : "";
  return [`${pages} also tested on a phone.${others}`];
};

const statesLines = ({ audit }: ReportData): string[] => {
  if (!audit?.states) return [];
  const { scanned, elements, blocked } = audit.states;
  const states = scanned === 1 ? "1 page state" : `${scanned ?? 0} page states`;
  const found = elements === 1 ? "1 element fails" : `${elements ?? 0} elements fail`;
  const requests = blocked ? ` Requests blocked because they might change something: ${blocked}.` : "";
  return [`${states} tested, such as open menus and dialogs. ${found} only in these states.${requests}`];
};

/** Returns the summary printed at the end of an audit. */
export const summariseAudit = (data: ReportData, columns?: number): string => {
  const { website, audit, issues, summary } = data;
  const failed = audit?.pages_failed ?? 0;
  const scanned = audit?.pages_scanned ?? 0;
  const pages = `${scanned} ${scanned === 1 ? "page" : "pages"} scanned`;
  const review = summary?.needs_review ?? 0;
  return [
    `${website?.name}: ${pages}`,
    ...(failed > 0 ? [`${explainUnscanned(failed, audit?.not_scanned ?? [])}.`] : []),
    ...partialLines(data),
    ...depthLines(data),
    ...(data.audit?.scope ? describeScope(data.audit.scope) : []),
    ...secondEngineLines(data),
    ...statesLines(data),
    ...phoneLines(data),
    scoreLine(data),
    ...lighthouseLine(data),
    "",
    issues && issues.length > 0 ? ruleTable(data, columns) : "  No findings.",
    "",
    `${review} ${review === 1 ? "element needs" : "elements need"} to be reviewed by a person. Automated checks find only some barriers.`,
  ].join("\n");
};
