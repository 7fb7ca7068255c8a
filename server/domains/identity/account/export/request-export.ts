import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { exportRequested } from "@/server/core/events";
import { newId } from "@/server/core/ids";
import { recordSecurityEvent } from "@/server/core/security-log";
import type { DataExport, LatestExport } from "../contract";

const fields = { id: true, status: true, created_at: true, expires_at: true } as const;

const readLatest = async ({ db, user_id }: Pick<Ctx, "db" | "user_id">): Promise<DataExport | null> => {
  const row = await db.dataExport.findFirst({ where: { user_id }, orderBy: { id: "desc" }, select: fields });
  return row;
};

/** Queues an export of all data about the user, unless one is already queued. A job creates it and emails the link. */
export const requestExport = async (ctx: Ctx): Promise<DataExport> => {
  const { db, user_id, session_id } = ctx;
  await db.$queryRaw`SELECT id FROM users WHERE id = ${user_id}::uuid FOR UPDATE`;
  const latest = await readLatest(ctx);
  if (latest?.status === "queued")
    throw new AppError("conflict", "We're already preparing your data. We'll email you a download link.", {
      id: latest.id,
    });
  const row = await db.dataExport.create({ data: { id: newId(), user_id }, select: fields });
  await recordSecurityEvent(ctx, { event: "data_export", user_id, session_id });
  ctx.emit(exportRequested.create({ export_id: row.id }));
  return { ...row, status: "queued" };
};

export const getLatestExport = async (ctx: Ctx): Promise<LatestExport> => ({ export: await readLatest(ctx) });
