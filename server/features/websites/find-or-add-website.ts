import type { Ctx, Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { assertPagesPerScan, assertRoomForWebsite, noteUsage } from "@/server/features/plans";
import { normaliseAddress } from "./address";
import type { AddWebsite } from "./contract";

const findId = async (db: Db, org_id: string, url: string): Promise<string | undefined> =>
  (await db.website.findUnique({ where: { org_id_url: { org_id, url } }, select: { id: true } }))?.id;

/**
 * The id of the organisation's website at this address, and whether this call added it. Waits for another call that is
 * adding the same one, so that both find it and neither fails. Throws `plan_limit_reached` when there is no room for it.
 */
export const findOrAddWebsite = async (
  ctx: Ctx,
  { url, name, settings = {} }: AddWebsite,
): Promise<{ id: string; added: boolean }> => {
  const { db, org_id } = ctx;
  const address = normaliseAddress(url);
  const known = await findId(db, org_id, address);
  if (known) return { id: known, added: false };
  await assertPagesPerScan(db, org_id, settings.max_pages);
  await assertRoomForWebsite(db, org_id, address);
  const { count } = await db.website.createMany({
    data: [{ id: newId(), org_id, url: address, name: name ?? new URL(address).host, settings }],
    skipDuplicates: true,
  });
  const where = { org_id_url: { org_id, url: address } };
  const { id } = await db.website.findUniqueOrThrow({ where, select: { id: true } });
  if (count === 1) await noteUsage(ctx, org_id);
  return { id, added: count === 1 };
};
