import { getDatabase } from "@/server/adapters/database";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import type { LatestStatus, Progress } from "./contract";
import { isWaiting, placeInQueue } from "./queue";

type Row = Pick<Progress, "status" | "phase" | "pages_done" | "pages_failed" | "pages_total"> & {
  id: string;
  created_at: Date;
  started_at: Date | null;
  slot_since: Date | null;
  slot_ms: number;
  last_contact_at: Date | null;
};

/**
 * Bypasses Prisma, which would take ten times as long as the query itself. Every browser that shows a scan's progress
 * polls this every few seconds.
 */
const readNewest = async (org_id: string, website_id: string | undefined): Promise<Row | undefined> => {
  const { sql } = await getDatabase();
  const [row] = await sql.query<Row>(
    `SELECT id, status, phase, pages_done, pages_failed, pages_total, created_at, started_at, slot_since, slot_ms, last_contact_at
     FROM website_audits WHERE org_id = $1::uuid ${website_id ? "AND website_id = $2::uuid" : ""}
     ORDER BY id DESC LIMIT 1`,
    website_id ? [org_id, website_id] : [org_id],
  );
  return row;
};

const finishedPages = ({ pages_done, pages_failed }: Row): number => pages_done + pages_failed;

const percentOf = (row: Row): number => {
  if (row.status === "completed") return 100;
  return row.pages_total === 0 ? 0 : Math.min(99, Math.floor((100 * finishedPages(row)) / row.pages_total));
};

/**
 * Returns the estimated number of seconds left. The estimate changes only when a callback arrives, because it is based
 * on the scan's pace up to the last callback. Returns null before the first page has been scanned and after the audit
 * has ended. Also returns null while the audit is queued, because the estimate would then depend on other scans.
 */
const etaOf = (row: Row): number | null => {
  const done = finishedPages(row);
  if (row.status !== "in_progress" || row.phase === "waiting" || done === 0) return null;
  const began = (row.slot_since ?? row.started_at ?? row.created_at).getTime();
  const seconds = (row.slot_ms + Math.max(0, (row.last_contact_at?.getTime() ?? began) - began)) / 1_000;
  return Math.ceil((seconds / done) * Math.max(0, row.pages_total - done));
};

/** Returns the progress of the newest audit, either of one website or of any website in the organisation. */
export const latestAuditStatus = async ({ org_id }: Ctx, { website_id }: LatestStatus): Promise<Progress> => {
  const row = await readNewest(org_id, website_id);
  if (!row)
    throw website_id
      ? notFound("audit of website", website_id)
      : new AppError("not_found", "There are no audits yet. Start one first.");
  const { id, status, phase, pages_done, pages_failed, pages_total } = row;
  return {
    audit_id: id,
    status,
    phase,
    queue_position: isWaiting(row) ? await placeInQueue(id) : null,
    pages_done,
    pages_failed,
    pages_total,
    percent: percentOf(row),
    eta_seconds: etaOf(row),
  };
};
