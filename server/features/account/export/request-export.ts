import { exportRequested } from "@/inngest/events";
import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import type { DataExport, LatestExport } from "../contract";

const fields = { id: true, status: true, created_at: true, expires_at: true } as const;

const readLatest = async ({ db, user_id }: Pick<Ctx, "db" | "user_id">): Promise<DataExport | null> => {
  const row = await db.dataExport.findFirst({ where: { user_id }, orderBy: { id: "desc" }, select: fields });
  return row && { ...row, status: row.status as DataExport["status"] };
};

/** Has everything we hold about the user packed and mailed; one archive at a time. */
export const requestExport = async (ctx: Ctx): Promise<DataExport> => {
  const { db, user_id } = ctx;
  await db.$queryRaw`SELECT id FROM users WHERE id = ${user_id}::uuid FOR UPDATE`;
  const latest = await readLatest(ctx);
  if (latest?.status === "queued")
    throw new AppError("conflict", "Your data is being packed already. The link comes by mail.", { id: latest.id });
  const row = await db.dataExport.create({ data: { id: newId(), user_id }, select: fields });
  ctx.emit(exportRequested.create({ export_id: row.id }));
  return { ...row, status: "queued" };
};

export const getLatestExport = async (ctx: Ctx): Promise<LatestExport> => ({ export: await readLatest(ctx) });
