import type { Website as Row, WebsiteAudit } from "@/server/adapters/database/generated/client";
import { type Website, WebsiteSettings } from "./contract";

type LatestRow = Pick<WebsiteAudit, "id" | "status" | "score_accessibility" | "created_at" | "completed_at">;

export const latestAuditOnly = {
  audits: {
    orderBy: { id: "desc" },
    take: 1,
    select: { id: true, status: true, score_accessibility: true, created_at: true, completed_at: true },
  },
} as const;

export const presentWebsite = ({ audits, ...row }: Row & { audits: LatestRow[] }): Website => {
  const [latest] = audits;
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    settings: WebsiteSettings.parse(row.settings),
    created_at: row.created_at,
    updated_at: row.updated_at,
    latest_audit: latest
      ? {
          id: latest.id,
          status: latest.status as "completed",
          score: latest.score_accessibility,
          created_at: latest.created_at,
          completed_at: latest.completed_at,
        }
      : null,
  };
};
