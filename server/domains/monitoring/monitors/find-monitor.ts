import type { UptimeMonitorSettings } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";

/** Returns a monitor of the caller's organisation. Throws `not_found` if there is none with this id. */
export const findMonitor = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  id: string,
): Promise<UptimeMonitorSettings> => {
  const monitor = await db.uptimeMonitorSettings.findFirst({ where: { id, org_id } });
  if (!monitor) throw notFound("monitor", id);
  return monitor;
};
