import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { addressOf } from "..";
import { mostFailures } from "./contract";

interface Failure {
  schedule_id: string;
  /** The reason why the run failed, as stated in the email. */
  reason: string;
  /** Time at which the run was due. Part of the email's idempotency key. */
  due_at: Date;
}

const pause = async (ctx: SystemCtx, { schedule_id, reason, due_at }: Failure): Promise<void> => {
  const { count } = await ctx.db.schedule.updateMany({
    where: { id: schedule_id, paused_at: null },
    data: { paused_at: new Date(), paused_reason: reason, next_run_at: null },
  });
  if (count === 0) return;
  const { org_id, created_by, website } = await ctx.db.schedule.findUniqueOrThrow({
    where: { id: schedule_id },
    include: { website: { select: { url: true } } },
  });
  const to = await addressOf(ctx.db, { org_id, started_by: created_by, schedule_id: null });
  if (!to) return;
  await queueEmail(ctx, {
    to,
    brand: "accessibility",
    template: "schedule-paused",
    data: { website_url: website.url, reason, schedule_url: `${env.BASE_URL}/service/schedules/${schedule_id}` },
    idempotencyKey: `schedule-paused/${schedule_id}/${due_at.toISOString()}`,
  });
};

/** Counts a failed run. The third consecutive failure pauses the schedule and sends an email. */
export const countFailure = async (ctx: SystemCtx, failure: Failure): Promise<void> => {
  const { failures_in_row } = await ctx.db.schedule.update({
    where: { id: failure.schedule_id },
    data: { failures_in_row: { increment: 1 } },
    select: { failures_in_row: true },
  });
  if (failures_in_row >= mostFailures) await pause(ctx, failure);
};

export const resetFailures = (ctx: SystemCtx, schedule_id: string) =>
  ctx.db.schedule.updateMany({ where: { id: schedule_id }, data: { failures_in_row: 0 } });
