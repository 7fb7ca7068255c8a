import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { newId } from "@/server/core/ids";
import { normaliseAddress } from "./address";
import type { AddWebsite, Website } from "./contract";
import { latestAuditOnly, presentWebsite } from "./present";

export const addWebsite = async (ctx: Ctx, { url, name, settings = {} }: AddWebsite): Promise<Website> => {
  const address = normaliseAddress(url);
  const known = await ctx.db.website.findUnique({ where: { org_id_url: { org_id: ctx.org_id, url: address } } });
  if (known) throw new AppError("conflict", "This website is on your list already.", { website_id: known.id });
  const row = await ctx.db.website.create({
    data: { id: newId(), org_id: ctx.org_id, url: address, name: name ?? new URL(address).host, settings },
    include: latestAuditOnly,
  });
  return presentWebsite(row);
};
