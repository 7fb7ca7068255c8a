import type { Db } from "@/server/core/context";
import { scoreVersion } from "@/server/scanner/accessibility-score";
import { meanScore, roundScore } from "@/server/scanner/scores";

const meanColumns = { score_performance: true, score_seo: true, score_quality: true } as const;

interface AccessibilityScore {
  score_accessibility: number | null;
  score_low: number | null;
  score_version: number;
}

interface Row {
  score: number | null;
  low: number | null;
  version: number | null;
}

/**
 * Computes the website's accessibility score from the scores of the saved pages, as the scanner's `websiteScore` does.
 * If the pages' scores have different versions, the result has the oldest version, until all of them are recomputed.
 */
export const scoreAccessibility = async (db: Db, auditId: string): Promise<AccessibilityScore> => {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT avg(score)::float AS score, avg(low)::float AS low, min(version) AS version
    FROM (
      SELECT avg(score_accessibility::numeric) AS score, avg(score_low::numeric) AS low, min(score_version) AS version
      FROM scan_audits WHERE audit_id = ${auditId}::uuid AND score_accessibility IS NOT NULL
      GROUP BY coalesce('template ' || template, 'page ' || id)
    ) AS templates`;
  if (!row) throw new Error("The aggregate query returned no row.");
  const version = row.version ?? scoreVersion;
  return {
    score_accessibility: row.score === null ? null : roundScore(row.score),
    score_low: row.low === null || version < scoreVersion ? null : roundScore(row.low),
    score_version: version,
  };
};

/** Aggregates in the database, because an audit may have thousands of pages. */
export const scoreWebsite = async (db: Db, auditId: string) => {
  const { _sum: sum, _count: pages } = await db.scanAudit.aggregate({
    where: { audit_id: auditId },
    _sum: meanColumns,
    _count: meanColumns,
  });
  const scoreOf = (column: keyof typeof meanColumns) => meanScore(sum[column] ?? 0, pages[column]);
  return {
    ...(await scoreAccessibility(db, auditId)),
    score_performance: scoreOf("score_performance"),
    score_seo: scoreOf("score_seo"),
    score_quality: scoreOf("score_quality"),
  };
};
