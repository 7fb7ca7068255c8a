import type { Db } from "@/server/core/context";
import type { Changes } from "./compare-audits";
import type { ComponentsSummary } from "./summarise-components";

const metricNames = ["lcp_ms", "cls", "fcp_ms", "ttfb_ms", "tbt_ms", "weight_bytes", "requests"] as const;
type Metrics = Record<(typeof metricNames)[number], number | null>;

export type CheckSummary = {
  id: string;
  title: string;
  outcome: "pass" | "fail" | "not_measured";
  pages_failed: number;
  pages_total: number;
};

/** Results aggregated over all pages of an audit, stored so that the pages don't have to be read again. */
export type AuditSummary = {
  performance: {
    aggregate: "p75";
    pages_measured: number;
    metrics: Metrics;
    slowest_pages: { url: string; lcp_ms: number | null; weight_bytes: number | null; requests: number | null }[];
  };
  seo: { checks: CheckSummary[] };
  quality: { checks: CheckSummary[] };
  components?: ComponentsSummary;
  /** Changes since the previous completed audit; null if there is none. */
  changes?: { base_id: string; counts: Changes } | null;
};

/** Returns the summary stored with an audit, or null before the audit completes. Only `completeAudit` writes it. */
export const storedSummary = ({ summary }: { summary: unknown }): AuditSummary | null => summary as AuditSummary | null;

/** Metrics whose interpolated percentiles are rounded, because the metrics are whole numbers. */
const counts: readonly string[] = ["weight_bytes", "requests"];

const percentileOf = (name: string): string => {
  const percentile = `percentile_cont(0.75) WITHIN GROUP (ORDER BY (performance->>'${name}')::float)`;
  return `${counts.includes(name) ? `round(${percentile})` : percentile} AS ${name}`;
};

const summarisePerformance = async (db: Db, auditId: string): Promise<AuditSummary["performance"]> => {
  const columns = metricNames.map(percentileOf).join(", ");
  const [row] = await db.$queryRawUnsafe<(Metrics & { pages_measured: number })[]>(
    `SELECT count(performance->>'lcp_ms')::int AS pages_measured, ${columns} FROM scan_audits WHERE audit_id = $1::uuid`,
    auditId,
  );
  if (!row) throw new Error("The aggregate query returned no row.");
  const { pages_measured, ...metrics } = row;
  const slowest_pages = await db.$queryRaw<AuditSummary["performance"]["slowest_pages"]>`
    SELECT final_url AS url, (performance->>'lcp_ms')::float AS lcp_ms,
           round((performance->>'weight_bytes')::float) AS weight_bytes, (performance->>'requests')::float AS requests
    FROM scan_audits WHERE audit_id = ${auditId}::uuid AND performance->>'lcp_ms' IS NOT NULL
    ORDER BY (performance->>'lcp_ms')::float DESC, id LIMIT 5`;
  return { aggregate: "p75", pages_measured, metrics, slowest_pages };
};

interface CheckRow {
  area: "seo" | "quality";
  id: string;
  title: string;
  failed: number;
  measured: number;
}

const outcomeOf = ({ failed, measured }: CheckRow): CheckSummary["outcome"] => {
  if (measured === 0) return "not_measured";
  return failed > 0 ? "fail" : "pass";
};

const summariseChecks = async (db: Db, auditId: string): Promise<Pick<AuditSummary, "seo" | "quality">> => {
  const rows = await db.$queryRaw<CheckRow[]>`
    SELECT check_row->>'area' AS area, check_row->>'id' AS id, max(check_row->>'title') AS title,
           count(*) FILTER (WHERE check_row->>'outcome' = 'fail')::int AS failed,
           count(*) FILTER (WHERE check_row->>'outcome' IN ('pass', 'fail'))::int AS measured
    FROM scan_audits, jsonb_array_elements(checks) AS check_row
    WHERE audit_id = ${auditId}::uuid AND jsonb_typeof(checks) = 'array'
    GROUP BY 1, 2 ORDER BY 4 DESC, 2`;
  const of = (area: CheckRow["area"]) => ({
    checks: rows
      .filter((row) => row.area === area)
      .map((row) => ({
        id: row.id,
        title: row.title,
        outcome: outcomeOf(row),
        pages_failed: row.failed,
        pages_total: row.measured,
      })),
  });
  return { seo: of("seo"), quality: of("quality") };
};

/**
 * Summarises the pages saved so far: performance as 75th percentiles and, for each check, the number of pages that
 * failed it and the number of pages where it was measured.
 */
export const summarisePages = async (db: Db, auditId: string): Promise<AuditSummary> => ({
  performance: await summarisePerformance(db, auditId),
  ...(await summariseChecks(db, auditId)),
});
