import { setImmediate } from "node:timers/promises";
import type { Db } from "@/server/core/context";
import { log } from "@/server/core/log";
import { accessibilityScore, addToScored } from "@/server/scanner/accessibility-score";
import { type CrossPageResult, PageComparison } from "@/server/scanner/cross-page/compare-pages";
import type { AuditKey } from "./recognition";
import { saveFindings } from "./save-pages";
import { deleteOutlines, type OutlinedRow, readComparable, readOutlined } from "./stored-outlines";
import { countFindings } from "./totals";

/**
 * Limits the time spent comparing pages, because the transaction has a time limit. The cross-page rules don't run on
 * pages that aren't reached within this time.
 */
const MOST_MS = 12_000;

interface ComparedPage {
  row: OutlinedRow;
  result: CrossPageResult;
}

/** Adds the findings to the pages' counts and stores the pages' new scores. */
const updatePages = async (db: Db, pages: readonly ComparedPage[]): Promise<void> => {
  const rows = pages.map(({ row, result }) => ({
    id: row.id,
    ...countFindings(result),
    ...accessibilityScore(addToScored(row.scored, result)),
    cross_page: { checks: result.checks, inapplicable: result.inapplicable },
  }));
  await db.$executeRaw`
    UPDATE scan_audits p
    SET critical = p.critical + r.critical, serious = p.serious + r.serious, moderate = p.moderate + r.moderate,
        minor = p.minor + r.minor, needs_review = p.needs_review + r.needs_review, passed = p.passed + r.passed,
        score_accessibility = r.score, score_low = r.score_low, cross_page = r.cross_page
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (id uuid, critical int, serious int, moderate int, minor int, needs_review int, passed int, score float,
            score_low float, cross_page jsonb)
    WHERE p.id = r.id`;
};

/** Lets other requests run after each page, because comparing pages that have huge menus takes a long time. */
const comparePages = async (
  comparison: PageComparison,
  rows: readonly OutlinedRow[],
  isLate: () => boolean,
): Promise<ComparedPage[]> => {
  const compared: ComparedPage[] = [];
  for (const row of rows) {
    if (isLate()) break;
    const result = comparison.evaluate({ url: row.final_url, outline: row.outline });
    if (result) compared.push({ row, result });
    await setImmediate();
  }
  return compared;
};

/**
 * Compares the pages of an audit that is about to complete, and adds the findings of the cross-page rules to the pages.
 * Does nothing if the scanner doesn't send outlines. Must run in a transaction that holds the lock on the audit.
 */
export const applyCrossPageRules = async (db: Db, audit: AuditKey, mostMs = MOST_MS): Promise<void> => {
  const end = performance.now() + mostMs;
  const isLate = (): boolean => performance.now() > end;
  const comparison = new PageComparison();
  for await (const page of readComparable(db, audit.id)) {
    if (isLate()) break;
    comparison.add(page);
    await setImmediate();
  }
  for await (const rows of readOutlined(db, audit.id)) {
    if (isLate()) break;
    const compared = await comparePages(comparison, rows, isLate);
    if (compared.length === 0) continue;
    await updatePages(db, compared);
    await saveFindings(
      db,
      audit,
      compared.map(({ row: { id: page_id, url, final_url }, result: axe }) => ({ page_id, url, final_url, axe })),
    );
  }
  if (isLate()) log.info({ audit_id: audit.id }, "stopped comparing pages because it took too long");
  await deleteOutlines(db, audit.id);
};
