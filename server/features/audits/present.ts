import type { WebsiteAudit } from "@/server/adapters/database/generated/client";
import { type Audit, AuditOptions, type AuditPhase, type AuditStatus, type Scores } from "./contract";

export const withWebsite = { website: { select: { url: true, name: true } } } as const;
export type AuditRow = WebsiteAudit & { website: { url: string; name: string }; queue_position?: number | null };

type ScoreFields = Pick<WebsiteAudit, "score_accessibility" | "score_performance" | "score_seo" | "score_quality">;

export const presentScores = (row: ScoreFields): Scores => ({
  accessibility: row.score_accessibility,
  performance: row.score_performance,
  seo: row.score_seo,
  quality: row.score_quality,
});

export const presentAudit = (row: AuditRow): Audit => ({
  id: row.id,
  website_id: row.website_id,
  website_url: row.website.url,
  website_name: row.website.name,
  status: row.status as AuditStatus,
  phase: row.phase as AuditPhase,
  queue_position: row.queue_position ?? null,
  options: AuditOptions.parse(row.options),
  pages_done: row.pages_done,
  pages_failed: row.pages_failed,
  pages_total: row.pages_total,
  scores: presentScores(row),
  error_code: row.error_code,
  error_message: row.error_message,
  created_at: row.created_at,
  completed_at: row.completed_at,
});
