import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";
import type { Monitor, MonitorId } from "./contract";
import { findMonitor } from "./find-monitor";
import { toMonitorOutputs } from "./monitor-output";

export const getMonitor = async (ctx: Pick<Ctx, "db" | "org_id">, { id }: MonitorId): Promise<Monitor> => {
  const [monitor] = await toMonitorOutputs(ctx, [await findMonitor(ctx, id)]);
  if (!monitor) throw notFound("monitor", id);
  return monitor;
};
