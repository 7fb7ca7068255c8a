import type { Ctx } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { normaliseAddress } from "./address";
import type { AddWebsite } from "./contract";

/**
 * The id of the organisation's website at this address, and whether this call added it. Waits for another call that is
 * adding the same one, so that both find it and neither fails.
 */
export const findOrAddWebsite = async (
  ctx: Ctx,
  { url, name, settings = {} }: AddWebsite,
): Promise<{ id: string; added: boolean }> => {
  const address = normaliseAddress(url);
  const { count } = await ctx.db.website.createMany({
    data: [{ id: newId(), org_id: ctx.org_id, url: address, name: name ?? new URL(address).host, settings }],
    skipDuplicates: true,
  });
  const where = { org_id_url: { org_id: ctx.org_id, url: address } };
  const { id } = await ctx.db.website.findUniqueOrThrow({ where, select: { id: true } });
  return { id, added: count === 1 };
};
