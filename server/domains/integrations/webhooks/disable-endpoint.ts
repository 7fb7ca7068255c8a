import type { WebhookEndpoint } from "@/generated/prisma/client";
import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueEmail } from "@/server/domains/messaging/delivery";
import type { DisabledReason } from "./contract";

const reasons = {
  failing: "No delivery has succeeded for five days.",
  gone: "The endpoint returned 410 Gone: it no longer accepts events.",
} as const;

const emailOwners = async (ctx: SystemCtx, endpoint: WebhookEndpoint, reason: string, since: Date): Promise<void> => {
  const owners = await ctx.db.membership.findMany({
    where: { org_id: endpoint.org_id, role: "owner", disabled_at: null },
    select: { user_id: true, user: { select: { email: true } } },
  });
  for (const { user_id, user } of owners)
    await queueEmail(ctx, {
      to: user.email,
      template: "webhook-disabled",
      data: { url: endpoint.url, reason, settings_url: `${env.BASE_URL}/service/webhooks/${endpoint.id}` },
      idempotencyKey: `webhook-disabled/${endpoint.id}/${since.getTime()}/${user_id}`,
    });
};

/** Disables an endpoint and notifies the organisation's owners. Does nothing if it is already disabled. */
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
  await emailOwners(ctx, endpoint, reasons[reason], disabled_at);
};
