import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { getWebsite } from "@/server/domains/audits/websites";
import { assertKeywordFits, normaliseMonitorUrl, toStatuses } from "./check-input";
import type { AddMonitor, Monitor } from "./contract";
import { getMonitor } from "./get-monitor";

/**
 * Throws if the organisation has reached its maximum number of monitors. Until the transaction ends, no other
 * transaction can add one.
 */
const assertRoom = async ({ db, org_id }: Ctx): Promise<void> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${org_id}::uuid FOR NO KEY UPDATE`;
  const limit = env.MONITORS_PER_ORGANISATION;
  const used = await db.uptimeMonitorSettings.count({ where: { org_id } });
  if (used < limit) return;
  throw new AppError("conflict", `An organisation can have at most ${limit} monitors. Delete one first.`, {
    limit,
    used,
  });
};

/**
 * Maximum number of monitors that an organisation can have per host. Prevents anyone from pointing a thousand monitors
 * at someone else's server.
 */
const mostPerHost = 50;

export const assertRoomAtHost = async ({ db, org_id }: Ctx, url: string): Promise<void> => {
  const { host } = new URL(url);
  const monitors = await db.uptimeMonitorSettings.findMany({ where: { org_id }, select: { url: true } });
  const used = monitors.filter((monitor) => new URL(monitor.url).host === host).length;
  if (used < mostPerHost) return;
  throw new AppError(
    "conflict",
    `An organisation can have at most ${mostPerHost} monitors for one host. Delete one first.`,
    {
      limit: mostPerHost,
      used,
    },
  );
};

/** Adds a monitor. Its first check runs within a second or two. */
export const addMonitor = async (ctx: Ctx, input: AddMonitor): Promise<Monitor> => {
  const url = normaliseMonitorUrl(input.url);
  assertKeywordFits(input.method, input.keyword);
  if (input.website_id) await getWebsite(ctx, { id: input.website_id });
  await assertRoom(ctx);
  await assertRoomAtHost(ctx, url);
  const { id } = await ctx.db.uptimeMonitorSettings.create({
    data: {
      ...input,
      id: newId(),
      org_id: ctx.org_id,
      url,
      website_id: input.website_id ?? null,
      name: input.name ?? new URL(url).host,
      expected_status: toStatuses(input.expected_status),
      channels: [...new Set(input.channels)],
      next_check_at: new Date(),
    },
  });
  return getMonitor(ctx, { id });
};
