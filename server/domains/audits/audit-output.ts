import type { WebsiteAudit } from "@/generated/prisma/client";
import type { Standard } from "@/server/scanner/contract";
import { type Audit, AuditOptions, type PartialAudit, PartialField, type Scores } from "./contract";
import { effectiveSettings } from "./websites/contract";

export const withWebsite = { website: { select: { url: true, name: true } } } as const;
export type AuditRow = WebsiteAudit & { website: { url: string; name: string }; queue_position?: number | null };

type ScoreFields = Pick<
  WebsiteAudit,
  "score_accessibility" | "score_low" | "score_version" | "score_performance" | "score_seo" | "score_quality"
>;

export const toScoresOutput = (row: ScoreFields): Scores => ({
  accessibility: row.score_accessibility,
  accessibility_low: row.score_low,
  accessibility_version: row.score_accessibility === null ? null : row.score_version,
  performance: row.score_performance,
  seo: row.score_seo,
  quality: row.score_quality,
});

export const toPartialOutput = ({ partial }: Pick<WebsiteAudit, "partial">): PartialAudit | null =>
  PartialField.parse(partial);

/** Returns `pages_missing` for an email's data, or an empty object if the audit is complete. */
export const missingPages = (row: Pick<WebsiteAudit, "partial">): { pages_missing?: number } => {
  const partial = toPartialOutput(row);
  return partial ? { pages_missing: partial.pages_missing } : {};
};

/** Returns the standard that an audit tests against. */
export const standardOf = ({ options }: Pick<WebsiteAudit, "options">): Standard =>
  effectiveSettings(AuditOptions.parse(options)).standard;

export const toAuditOutput = (row: AuditRow): Audit => ({
  id: row.id,
  website_id: row.website_id,
  website_url: row.website.url,
  website_name: row.website.name,
  status: row.status,
  phase: row.phase,
  queue_position: row.queue_position ?? null,
  options: AuditOptions.parse(row.options),
  effective_options: effectiveSettings(AuditOptions.parse(row.options)),
  pages_done: row.pages_done,
  pages_failed: row.pages_failed,
  pages_total: row.pages_total,
  scores: toScoresOutput(row),
  partial: toPartialOutput(row),
  signed_in: row.signed_in,
  error_code: row.error_code,
  error_message: row.error_message,
  created_at: row.created_at,
  completed_at: row.completed_at,
});
