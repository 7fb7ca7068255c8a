import type { WebhookEndpoint } from "@/server/adapters/database/generated/client";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueMail } from "@/server/features/messages";
import type { DisabledReason } from "./contract";

const reasons = {
  failing: "Nothing we sent has arrived for five days.",
  gone: "It answered 410 Gone: the receiver wants no more messages.",
} as const;

const mailOwners = async (ctx: SystemCtx, endpoint: WebhookEndpoint, reason: string, since: Date): Promise<void> => {
  const owners = await ctx.db.membership.findMany({
    where: { org_id: endpoint.org_id, role: "owner", disabled_at: null },
    select: { user_id: true, user: { select: { email: true } } },
  });
  for (const { user_id, user } of owners)
    await queueMail(ctx, {
      to: user.email,
      template: "webhook-disabled",
      data: { url: endpoint.url, reason, settings_url: `${env.BASE_URL}/service/webhooks/${endpoint.id}` },
      idempotencyKey: `webhook-disabled/${endpoint.id}/${since.getTime()}/${user_id}`,
    });
};

/** Stops an endpoint and tells the owners. Does nothing to one that is disabled. */
export const disableEndpoint = async (
  ctx: SystemCtx,
  id: string,
  reason: Exclude<DisabledReason, "by_hand">,
): Promise<void> => {
  const disabled_at = new Date();
  const { count } = await ctx.db.webhookEndpoint.updateMany({
    where: { id, disabled_at: null },
    data: { disabled_at, disabled_reason: reason },
  });
  if (count === 0) return;
  const endpoint = await ctx.db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  await mailOwners(ctx, endpoint, reasons[reason], disabled_at);
};
