import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { toPage } from "@/server/core/schema";
import type { AddWebhook, ChangeWebhook, ListWebhooks, Webhook, WebhookId, WebhookWithSecret } from "./contract";
import { makeSecret, overlapFrom } from "./secrets";
import { findEndpoint, toWebhookOutput } from "./webhook-output";

const mostEndpoints = 20;

/** Lists webhooks, oldest first, so that pages of the list don't shift when a webhook is added. */
export const listWebhooks = async (
  { db, org_id }: Ctx,
  { limit, cursor }: ListWebhooks,
): Promise<{ items: Webhook[]; next_cursor: string | null }> => {
  const rows = await db.webhookEndpoint.findMany({
    where: { org_id, ...(cursor ? { id: { gt: cursor } } : {}) },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return toPage(rows.map(toWebhookOutput), limit);
};

export const getWebhook = async (ctx: Ctx, { id }: WebhookId): Promise<Webhook> =>
  toWebhookOutput(await findEndpoint(ctx, id));

/**
 * Throws `conflict` if the organisation has reached the maximum number of webhooks. Locks the organisation, so that
 * concurrent additions are counted.
 */
const assertRoom = async ({ db, org_id }: Ctx): Promise<void> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${org_id}::uuid FOR NO KEY UPDATE`;
  const used = await db.webhookEndpoint.count({ where: { org_id } });
  if (used < mostEndpoints) return;
  throw new AppError("conflict", `An organisation can have at most ${mostEndpoints} webhooks. Delete one first.`, {
    limit: mostEndpoints,
    used,
  });
};

/** Adds a webhook. The caller must have checked the URL. */
export const addWebhook = async (
  ctx: Ctx,
  { events, description }: AddWebhook,
  url: string,
): Promise<WebhookWithSecret> => {
  await assertRoom(ctx);
  const id = newId();
  const { secret, sealed } = await makeSecret(id);
  const { org_id, session_id: created_by_session } = ctx;
  const data = { id, org_id, url, events, description: description || null, secret: sealed, created_by_session };
  return { ...toWebhookOutput(await ctx.db.webhookEndpoint.create({ data })), secret };
};

/** Returns the columns that enable or disable an endpoint. Enabling it clears `failing_since`. */
const switched = (enabled: boolean | undefined, isDisabled: boolean) => {
  if (enabled === undefined || enabled !== isDisabled) return {};
  return enabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null }
    : { disabled_at: new Date(), disabled_reason: "by_hand" as const };
};

/**
 * Records who changed the URL or the secret. The change is listed when a password is reset, because an intruder may
 * have redirected the events.
 */
const changedBy = ({ session_id }: Ctx) => ({ changed_at: new Date(), changed_by_session: session_id });

/** Updates a webhook. Omitted fields keep their values. The caller must have checked any new URL. */
export const changeWebhook = async (
  ctx: Ctx,
  { id, events, description, enabled }: ChangeWebhook,
  url: string | undefined,
): Promise<Webhook> => {
  const current = await findEndpoint(ctx, id);
  const row = await ctx.db.webhookEndpoint.update({
    where: { id, org_id: ctx.org_id },
    data: {
      ...(url && url !== current.url ? { url, ...changedBy(ctx) } : {}),
      ...(events ? { events } : {}),
      ...(description === undefined ? {} : { description: description || null }),
      ...switched(enabled, current.disabled_at !== null),
    },
  });
  return toWebhookOutput(row);
};

/** Deletes a webhook with its deliveries; pending deliveries aren't retried. */
export const removeWebhook = async (ctx: Ctx, { id }: WebhookId): Promise<{ id: string }> => {
  await findEndpoint(ctx, id);
  await ctx.db.webhookEndpoint.delete({ where: { id, org_id: ctx.org_id } });
  return { id };
};

/** Replaces the signing secret. For a day, events are signed with the previous secret too. */
export const rotateSecret = async (ctx: Ctx, { id }: WebhookId): Promise<WebhookWithSecret> => {
  const current = await findEndpoint(ctx, id);
  const { secret, sealed } = await makeSecret(id);
  const row = await ctx.db.webhookEndpoint.update({
    where: { id, org_id: ctx.org_id },
    data: {
      secret: sealed,
      previous_secret: current.secret,
      previous_until: overlapFrom(new Date()),
      ...changedBy(ctx),
    },
  });
  return { ...toWebhookOutput(row), secret };
};
