import type { Ctx, Db } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { assertRoomForWebsite, assertWithinPlan, warnOfUsage } from "@/server/domains/billing/plans";
import { normaliseAddress } from "./address";
import { assertSettings } from "./assert-settings";
import type { AddWebsite, Website } from "./contract";
import { getWebsite } from "./get-website";

const findId = async (db: Db, org_id: string, url: string): Promise<string | undefined> =>
  (await db.website.findUnique({ where: { org_id_url: { org_id, url } }, select: { id: true } }))?.id;

/**
 * Returns the id of the organisation's website at this URL, and whether this call added it. Concurrent calls with the
 * same URL return the same website. Throws `plan_limit_reached` if the plan doesn't allow another website.
 */
export const findOrAddWebsite = async (
  ctx: Ctx,
  { url, name, settings = {} }: AddWebsite,
): Promise<{ id: string; added: boolean }> => {
  const { db, org_id } = ctx;
  assertSettings(settings, "settings");
  const address = normaliseAddress(url);
  const known = await findId(db, org_id, address);
  if (known) return { id: known, added: false };
  await assertWithinPlan(db, org_id, settings);
  await assertRoomForWebsite(db, org_id, address);
  const { count } = await db.website.createMany({
    data: [{ id: newId(), org_id, url: address, name: name ?? new URL(address).host, settings }],
    skipDuplicates: true,
  });
  const where = { org_id_url: { org_id, url: address } };
  const { id } = await db.website.findUniqueOrThrow({ where, select: { id: true } });
  if (count === 1) await warnOfUsage(ctx, org_id);
  return { id, added: count === 1 };
};

export const addWebsite = async (ctx: Ctx, input: AddWebsite): Promise<Website> => {
  const { id, added } = await findOrAddWebsite(ctx, input);
  if (!added) throw new AppError("conflict", "You've already added this website.", { website_id: id });
  return getWebsite(ctx, { id });
};
