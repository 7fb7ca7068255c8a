import type { Website as Row, WebsiteAudit } from "@/server/adapters/database/generated/client";
import type { Db } from "@/server/core/context";
import { isWaiting, placesInQueue } from "@/server/features/audit-queue";
import { type Website, WebsiteSettings } from "./contract";

type LatestRow = Pick<
  WebsiteAudit,
  "id" | "status" | "started_at" | "score_accessibility" | "created_at" | "completed_at"
>;
export type WebsiteRow = Row & { audits: LatestRow[] };

export const latestAuditOnly = {
  audits: {
    orderBy: { id: "desc" },
    take: 1,
    select: {
      id: true,
      status: true,
      started_at: true,
      score_accessibility: true,
      created_at: true,
      completed_at: true,
    },
  },
} as const;

const presentWebsite = ({ audits, ...row }: WebsiteRow, places: ReadonlyMap<string, number>): Website => {
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
          queue_position: places.get(latest.id) ?? null,
          score: latest.score_accessibility,
          created_at: latest.created_at,
          completed_at: latest.completed_at,
        }
      : null,
  };
};

/** Asks for the queue only when one of their audits is in it. */
export const presentWebsites = async (db: Db, rows: readonly WebsiteRow[]): Promise<Website[]> => {
  const places = rows.some(({ audits }) => audits.some(isWaiting))
    ? await placesInQueue(db)
    : new Map<string, number>();
  return rows.map((row) => presentWebsite(row, places));
};
