import { type Finding, readFindings } from "@/server/features/reports/pdf/model/findings";
import type { ReportData } from "@/server/features/reports/report-data";

const rulesShown = 10;

const pad = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => (index === cells.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
    .join("  ")
    .trimEnd();

const layOut = (rows: readonly (readonly string[])[], indent = "  "): string => {
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
  shorten(who, width),
];

/** The table of the worst rules, in the order of the report: harm times the pages it is on. */
export const ruleTable = (data: ReportData, columns = 140): string => {
  const { problems } = readFindings(data);
  const shown = problems.slice(0, rulesShown);
  const longest = Math.max(0, ...shown.map(({ ruleId }) => ruleId.length));
  const table = layOut([
    ["Impact", "Rule", "Elements", "Pages", "Who is kept out"],
    ...shown.map((finding) => row(finding, Math.max(40, columns - longest - 34))),
  ]);
  const more = problems.length - shown.length;
  return more > 0 ? `${table}\n  … and ${more} more ${more === 1 ? "rule" : "rules"}` : table;
};

const scoreLine = ({ scores }: ReportData): string => {
  const names = { accessibility: "Accessibility", performance: "Performance", seo: "SEO", quality: "Quality" } as const;
  const parts = Object.entries(names).map(([key, label]) => {
    const score = scores?.[key as keyof typeof names] ?? null;
    return `${label} ${score === null ? "not measured" : Math.floor(score)}`;
  });
  return `${parts.join(" · ")}   (0 to 100; of what a machine can check)`;
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

/** What a person reads at the end of an audit. */
export const summariseAudit = (data: ReportData, columns?: number): string => {
  const { website, audit, issues, summary } = data;
  const failed = audit?.pages_failed ?? 0;
  const pages = `${audit?.pages_scanned ?? 0} pages scanned${failed > 0 ? `, ${failed} failed` : ""}`;
  const review = summary?.needs_review ?? 0;
  return [
    `${website?.name}: ${pages}`,
    scoreLine(data),
    ...lighthouseLine(data),
    "",
    issues && issues.length > 0 ? ruleTable(data, columns) : "  No rule fails.",
    "",
    `${review} ${review === 1 ? "element needs" : "elements need"} a person's judgement. A machine finds only part of all barriers.`,
  ].join("\n");
};
