import type { Ctx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { isSameName } from "@/server/scanner/contract";

/**
 * Throws `conflict` if another journey of the website has this name, which identifies its pages. Until the transaction
 * ends, no other transaction can add or rename a journey of the website. Returns the number of other journeys.
 */
export const assertNameFree = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  { website_id, name, id }: { website_id: string; name: string; id?: string },
): Promise<number> => {
  await db.$queryRaw`SELECT 1 FROM websites WHERE id = ${website_id}::uuid FOR NO KEY UPDATE`;
  const journeys = await db.websiteJourney.findMany({
    where: { website_id, org_id },
    select: { id: true, name: true },
  });
  const others = journeys.filter((other) => other.id !== id);
  if (others.some((other) => isSameName(other.name, name)))
    throw new AppError("conflict", `The website already has a journey named “${name}”. Choose another name.`);
  return others.length;
};
