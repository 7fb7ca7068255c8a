import type { Ctx } from "@/server/core/context";
import { assertWithinPlan } from "@/server/domains/billing/plans";
import { assertSettings } from "./assert-settings";
import { type ChangeWebsite, type Website, WebsiteSettings } from "./contract";
import { getWebsite } from "./get-website";
import { lockWebsite } from "./lock-website";

const withoutNulls = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/** Updates a website. Omitted settings keep their value; null restores the default. */
export const updateWebsite = async (ctx: Ctx, { id, name, settings }: ChangeWebsite): Promise<Website> => {
  assertSettings(settings, "settings");
  const current = await lockWebsite(ctx, id);
  await assertWithinPlan(ctx.db, ctx.org_id, settings);
  await ctx.db.website.update({
    where: { id, org_id: ctx.org_id },
    data: {
      ...(name ? { name } : {}),
      ...(settings ? { settings: withoutNulls({ ...WebsiteSettings.parse(current.settings), ...settings }) } : {}),
    },
  });
  return getWebsite(ctx, { id });
};
