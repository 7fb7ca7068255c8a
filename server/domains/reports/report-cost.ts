import { AppError } from "@/server/core/errors";
import type { ReportData } from "./contract";

/**
 * Maximum number of table cells in an anonymous caller's report. A report with 300 issues on 60 pages has about 4,000.
 */
const maxCells = 25_000;
/** Number of characters of text that cost about as much as one cell. */
const textPerCell = 400;

const textLength = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + textLength(part), 0);
};

/** Returns the rendering cost of each section of a report, in cells: entries times columns. */
const cellsOf = ({
  pages,
  issues,
  criteria,
  performance,
  seo,
  quality,
  documents,
}: ReportData): Record<string, number> => ({
  pages: (pages?.length ?? 0) * 8,
  issues: (issues ?? []).reduce((sum, { examples }) => sum + 8 + (examples?.length ?? 0) * 2, 0),
  criteria: (criteria?.length ?? 0) * 3,
  performance: (performance?.slowest_pages?.length ?? 0) * 4,
  seo: (seo?.checks?.length ?? 0) * 3,
  quality: (quality?.checks?.length ?? 0) * 3,
  documents: (documents?.list.length ?? 0) * 3 + (documents?.clauses.length ?? 0) * 5,
});

/** Throws `too_large` for data that would keep the renderer busy for longer than an anonymous caller is allowed. */
export const refuseCostlyData = (data: ReportData): void => {
  const cells = cellsOf(data);
  const { pages, issues, criteria, performance, seo, quality, documents } = data;
  const sections = { pages, issues, criteria, performance, seo, quality, documents };
  const texts = Math.ceil(textLength(sections) / textPerCell);
  const total = Object.values(cells).reduce((sum, count) => sum + count, texts);
  if (total <= maxCells) return;
  const [largest = "issues"] = Object.entries(cells).sort(([, one], [, other]) => other - one)[0] ?? [];
  throw new AppError(
    "too_large",
    `Without an API key, a report can have at most ${maxCells.toLocaleString("en")} table cells. This one has about ${total.toLocaleString("en")}, most of them in ${largest}. Send fewer entries, or send the API key.`,
    { limit_cells: maxCells, cells: total },
  );
};
