import { getDatabase } from "@/server/adapters/database";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import { isWaiting, placeInQueue } from "@/server/features/audit-queue";
import type { LatestStatus, Progress } from "./contract";

type Row = Pick<Progress, "status" | "phase" | "pages_done" | "pages_failed" | "pages_total"> & {
  id: string;
  created_at: Date;
  started_at: Date | null;
  last_heard_at: Date | null;
};

/** Everybody who watches a scan asks this every few seconds; Prisma would cost ten times the query. */
const readNewest = async (org_id: string, website_id: string | undefined): Promise<Row | undefined> => {
  const { sql } = await getDatabase();
  const [row] = await sql.query<Row>(
    `SELECT id, status, phase, pages_done, pages_failed, pages_total, created_at, started_at, last_heard_at
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
 * From the pace since the scan began up to the last callback, so that it changes with callbacks only; null before the
 * first page, so also in the queue, where it would be a guess at scans of others, and after the end.
 */
const etaOf = (row: Row): number | null => {
  const done = finishedPages(row);
  if (row.status !== "in_progress" || done === 0) return null;
  const began = (row.started_at ?? row.created_at).getTime();
  const seconds = Math.max(0, (row.last_heard_at?.getTime() ?? began) - began) / 1_000;
  return Math.ceil((seconds / done) * Math.max(0, row.pages_total - done));
};

/** Progress of the newest audit, of one website or of the whole organisation. */
export const latestAuditStatus = async ({ org_id }: Ctx, { website_id }: LatestStatus): Promise<Progress> => {
  const row = await readNewest(org_id, website_id);
  if (!row) throw notFound("audit of website", website_id ?? "of yours");
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
