import type { Ctx } from "@/server/core/context";
import { type Changes, toScoresOutput } from "..";
import { getWebsite } from "../websites";
import type { GetTrend, Trend } from "./contract";

interface Row {
  id: string;
  created_at: Date;
  pages_done: number;
  pages_missing: number;
  score_accessibility: number | null;
  score_low: number | null;
  score_version: number;
  score_performance: number | null;
  score_seo: number | null;
  score_quality: number | null;
  critical: number;
  serious: number;
  moderate: number;
  minor: number;
  changes: Changes | null;
}

/** Returns a website's most recent completed audits, oldest first. */
export const getTrend = async (ctx: Ctx, { id, limit }: GetTrend): Promise<Trend> => {
  await getWebsite(ctx, { id });
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT a.id, a.created_at, a.pages_done, coalesce((a.partial->>'pages_missing')::int, 0) AS pages_missing,
           a.score_accessibility, a.score_low, a.score_version, a.score_performance, a.score_seo, a.score_quality,
           a.summary->'changes'->'counts' AS changes, r.*
    FROM (
      SELECT * FROM website_audits
      WHERE website_id = ${id}::uuid AND org_id = ${ctx.org_id}::uuid AND status = 'completed'
      ORDER BY id DESC LIMIT ${limit}
    ) a
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(failed_nodes) FILTER (WHERE impact = 'critical'), 0)::int AS critical,
             coalesce(sum(failed_nodes) FILTER (WHERE impact = 'serious'), 0)::int AS serious,
             coalesce(sum(failed_nodes) FILTER (WHERE impact = 'moderate'), 0)::int AS moderate,
             coalesce(sum(failed_nodes) FILTER (WHERE coalesce(impact, 'minor') = 'minor'), 0)::int AS minor
      FROM audit_rules WHERE audit_id = a.id
    ) r
    ORDER BY a.id`;
  return {
    points: rows.map(
      ({
        id: audit_id,
        created_at,
        pages_done,
        pages_missing,
        critical,
        serious,
        moderate,
        minor,
        changes,
        ...row
      }) => ({
        audit_id,
        created_at,
        pages_done,
        pages_missing,
        scores: toScoresOutput(row),
        counts: { critical, serious, moderate, minor },
        changes,
      }),
    ),
  };
};
