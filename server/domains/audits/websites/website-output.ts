import type { Website as Row, WebsiteAudit } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { limitsOf, titleOf, usualPages } from "@/server/domains/billing/plans";
import { PartialField } from "../contract";
import { isWaiting, placesInQueue } from "../queue";
import { effectiveSettings, type Website, WebsiteSettings } from "./contract";

type LatestRow = Pick<
  WebsiteAudit,
  "id" | "status" | "slot_since" | "score_accessibility" | "score_low" | "partial" | "created_at" | "completed_at"
>;
export type WebsiteRow = Row & { audits: LatestRow[] };

export const latestAuditOnly = {
  audits: {
    orderBy: { id: "desc" },
    take: 1,
    select: {
      id: true,
      status: true,
      slot_since: true,
      score_accessibility: true,
      score_low: true,
      partial: true,
      created_at: true,
      completed_at: true,
    },
  },
} as const;

const pagesMissing = ({ partial }: LatestRow): number => PartialField.parse(partial)?.pages_missing ?? 0;

const toWebsite = (
  { audits, ...row }: WebsiteRow,
  places: ReadonlyMap<string, number>,
  { usual, plan_limits }: { usual: WebsiteSettings; plan_limits: Website["plan_limits"] },
): Website => {
  const [latest] = audits;
  const settings = WebsiteSettings.parse(row.settings);
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    settings,
    effective_settings: effectiveSettings({ ...usual, ...settings }),
    plan_limits,
    created_at: row.created_at,
    updated_at: row.updated_at,
    latest_audit: latest
      ? {
          id: latest.id,
          status: latest.status,
          queue_position: places.get(latest.id) ?? null,
          score: latest.score_accessibility,
          score_low: latest.score_low,
          pages_missing: pagesMissing(latest),
          created_at: latest.created_at,
          completed_at: latest.completed_at,
        }
      : null,
  };
};

const readPlan = async (db: Db, org_id: string) => {
  const limits = await limitsOf(db, org_id);
  const plan_limits = limits && { plan: titleOf(limits.plan), views: limits.views, states: limits.states };
  return { usual: await usualPages(db, org_id), plan_limits };
};

/** Converts websites of one organisation to API output. Reads the queue only if one of the audits is waiting. */
export const toWebsiteOutputs = async (db: Db, rows: readonly WebsiteRow[]): Promise<Website[]> => {
  const places = rows.some(({ audits }) => audits.some(isWaiting))
    ? await placesInQueue(db)
    : new Map<string, number>();
  const plan = rows[0] ? await readPlan(db, rows[0].org_id) : { usual: {}, plan_limits: null };
  return rows.map((row) => toWebsite(row, places, plan));
};
