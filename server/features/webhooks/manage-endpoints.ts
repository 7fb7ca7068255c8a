import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { toPage } from "@/server/core/schema";
import type { AddWebhook, ChangeWebhook, ListWebhooks, Webhook, WebhookId, WebhookWithSecret } from "./contract";
import { findEndpoint, presentWebhook } from "./present";
import { makeSecret, overlapFrom } from "./secrets";

const mostEndpoints = 20;

/** Oldest first, so that a list does not move while it is read. */
export const listWebhooks = async (
  { db, org_id }: Ctx,
  { limit, cursor }: ListWebhooks,
): Promise<{ items: Webhook[]; next_cursor: string | null }> => {
  const rows = await db.webhookEndpoint.findMany({
    where: { org_id, ...(cursor ? { id: { gt: cursor } } : {}) },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return toPage(rows.map(presentWebhook), limit);
};

export const getWebhook = async (ctx: Ctx, { id }: WebhookId): Promise<Webhook> =>
  presentWebhook(await findEndpoint(ctx, id));

/** The lock on the organisation makes those who add at the same moment count one after the other. */
const assertRoom = async ({ db, org_id }: Ctx): Promise<void> => {
  await db.$queryRaw`SELECT 1 FROM organisations WHERE id = ${org_id}::uuid FOR NO KEY UPDATE`;
  const used = await db.webhookEndpoint.count({ where: { org_id } });
  if (used < mostEndpoints) return;
  throw new AppError("conflict", `An organisation has at most ${mostEndpoints} webhooks. Please remove one first.`, {
    limit: mostEndpoints,
    used,
  });
};

/** Its address was checked before. */
export const addWebhook = async (
  ctx: Ctx,
  { events, description }: AddWebhook,
  url: string,
): Promise<WebhookWithSecret> => {
  await assertRoom(ctx);
  const id = newId();
  const { secret, sealed } = await makeSecret(id);
  const data = { id, org_id: ctx.org_id, url, events, description: description || null, secret: sealed };
  return { ...presentWebhook(await ctx.db.webhookEndpoint.create({ data })), secret };
};

/** One that is enabled again has not failed yet. */
const switched = (enabled: boolean | undefined, isDisabled: boolean) => {
  if (enabled === undefined || enabled !== isDisabled) return {};
  return enabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null }
    : { disabled_at: new Date(), disabled_reason: "by_hand" };
};

/** What is left out stays. Its address, when there is one, was checked before. */
export const changeWebhook = async (
  ctx: Ctx,
  { id, events, description, enabled }: ChangeWebhook,
  url: string | undefined,
): Promise<Webhook> => {
  const present = await findEndpoint(ctx, id);
  const row = await ctx.db.webhookEndpoint.update({
    where: { id },
    data: {
      ...(url ? { url } : {}),
      ...(events ? { events } : {}),
      ...(description === undefined ? {} : { description: description || null }),
      ...switched(enabled, present.disabled_at !== null),
    },
  });
  return presentWebhook(row);
};

/** Takes its deliveries along; those that wait are not tried again. */
export const removeWebhook = async (ctx: Ctx, { id }: WebhookId): Promise<{ id: string }> => {
  await findEndpoint(ctx, id);
  await ctx.db.webhookEndpoint.delete({ where: { id } });
  return { id };
};

/** The old secret goes on signing beside the new one for a day. */
export const rotateSecret = async (ctx: Ctx, { id }: WebhookId): Promise<WebhookWithSecret> => {
  const present = await findEndpoint(ctx, id);
  const { secret, sealed } = await makeSecret(id);
  const row = await ctx.db.webhookEndpoint.update({
    where: { id },
    data: { secret: sealed, previous_secret: present.secret, previous_until: overlapFrom(new Date()) },
  });
  return { ...presentWebhook(row), secret };
};
