import type { MaintenanceWindow as Stored } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { invalidInput } from "@/server/core/problem";
import { toPage } from "@/server/core/schema";
import type { AddWindow, ChangeWindow, ListWindows, MaintenanceWindow, WindowId } from "./contract";
import { findMonitor } from "./find-monitor";

/** Maximum number of maintenance windows per organisation, not counting those that have ended. */
const mostWindows = 500;

type Row = Stored & { monitor: { name: string } | null };

const withName = { include: { monitor: { select: { name: true } } } } as const;

const stateOf = ({ starts_at, ends_at }: Row): MaintenanceWindow["state"] => {
  const now = Date.now();
  if (ends_at.getTime() <= now) return "over";
  return starts_at.getTime() <= now ? "running" : "planned";
};

const toWindow = (row: Row): MaintenanceWindow => {
  const { org_id: _, monitor, ...shown } = row;
  return { ...shown, monitor_name: monitor?.name ?? null, state: stateOf(row) };
};

const findWindow = async ({ db, org_id }: Ctx, id: string): Promise<Row> => {
  const row = await db.maintenanceWindow.findFirst({ where: { id, org_id }, ...withName });
  if (!row) throw notFound("maintenance window", id);
  return row;
};

const assertOrder = (starts_at: Date, ends_at: Date): void => {
  if (ends_at <= starts_at) throw invalidInput([{ path: "ends_at", message: "Must be after starts_at." }]);
};

/** Lists maintenance windows, most recently created first. */
export const listWindows = async (
  { db, org_id }: Ctx,
  { limit, cursor, monitor_id }: ListWindows,
): Promise<{ items: MaintenanceWindow[]; next_cursor: string | null }> => {
  const rows = await db.maintenanceWindow.findMany({
    where: { org_id, ...(monitor_id ? { monitor_id } : {}), ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
    ...withName,
  });
  return toPage(rows.map(toWindow), limit);
};

export const getWindow = async (ctx: Ctx, { id }: WindowId): Promise<MaintenanceWindow> =>
  toWindow(await findWindow(ctx, id));

export const addWindow = async (ctx: Ctx, input: AddWindow): Promise<MaintenanceWindow> => {
  const { db, org_id } = ctx;
  const { monitor_id, reason } = input;
  const [starts_at, ends_at] = [new Date(input.starts_at), new Date(input.ends_at)];
  assertOrder(starts_at, ends_at);
  if (monitor_id) await findMonitor(ctx, monitor_id);
  const used = await db.maintenanceWindow.count({ where: { org_id, ends_at: { gt: new Date() } } });
  if (used >= mostWindows)
    throw new AppError(
      "conflict",
      `An organisation can have at most ${mostWindows} current and future maintenance windows. Delete one first.`,
      {
        limit: mostWindows,
        used,
      },
    );
  return toWindow(
    await db.maintenanceWindow.create({
      data: { id: newId(), org_id, monitor_id, starts_at, ends_at, reason },
      ...withName,
    }),
  );
};

/** Updates a maintenance window. Omitted fields keep their values. */
export const changeWindow = async (ctx: Ctx, { id, reason, ...times }: ChangeWindow): Promise<MaintenanceWindow> => {
  const before = await findWindow(ctx, id);
  const starts_at = times.starts_at ? new Date(times.starts_at) : before.starts_at;
  const ends_at = times.ends_at ? new Date(times.ends_at) : before.ends_at;
  assertOrder(starts_at, ends_at);
  const data = { starts_at, ends_at, ...(reason === undefined ? {} : { reason }) };
  return toWindow(await ctx.db.maintenanceWindow.update({ where: { id, org_id: ctx.org_id }, data, ...withName }));
};

export const removeWindow = async (ctx: Ctx, { id }: WindowId): Promise<{ id: string }> => {
  await findWindow(ctx, id);
  await ctx.db.maintenanceWindow.delete({ where: { id, org_id: ctx.org_id } });
  return { id };
};
