import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { getWebsite } from "@/server/features/websites";
import { assertKeywordFits, tidyAddress, toStatuses } from "./check-input";
import type { AddMonitor, Monitor } from "./contract";
import { getMonitor } from "./get-monitor";

/** Until the transaction ends, nobody else adds one to the organisation. */
const assertRoom = async ({ db, org_id }: Ctx): Promise<void> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${org_id}::uuid FOR NO KEY UPDATE`;
  const limit = env.MONITORS_PER_ORGANISATION;
  const used = await db.uptimeMonitorSettings.count({ where: { org_id } });
  if (used < limit) return;
  throw new AppError("conflict", `An organisation has ${limit} monitors at most. Remove one first.`, { limit, used });
};

/** It is checked for the first time within a second or two. */
export const addMonitor = async (ctx: Ctx, input: AddMonitor): Promise<Monitor> => {
  const url = tidyAddress(input.url);
  assertKeywordFits(input.method, input.keyword);
  if (input.website_id) await getWebsite(ctx, { id: input.website_id });
  await assertRoom(ctx);
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
