import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { isSameName } from "@/server/scanner/contract";
import { lockWebsite } from "../websites";

/**
 * Throws `conflict` if another journey of the website has this name, because the name identifies a journey's pages.
 * Throws `not_found` if the website doesn't exist. Until the transaction ends, no other transaction can add or rename a
 * journey of the website. Returns the number of other journeys.
 */
export const assertNameFree = async (
  ctx: Pick<Ctx, "db" | "org_id">,
  { website_id, name, id }: { website_id: string; name: string; id?: string },
): Promise<number> => {
  await lockWebsite(ctx, website_id);
  const journeys = await ctx.db.websiteJourney.findMany({
    where: { website_id, org_id: ctx.org_id },
    select: { id: true, name: true },
  });
  const others = journeys.filter((other) => other.id !== id);
  if (others.some((other) => isSameName(other.name, name)))
    throw new AppError("conflict", `The website already has a journey named “${name}”. Choose another name.`);
  return others.length;
};
