import type { WebsiteJourney as Row } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";

/** Returns a journey of the organisation. Throws `not_found` if there is none with this id. */
export const findJourney = async ({ db, org_id }: Pick<Ctx, "db" | "org_id">, id: string): Promise<Row> => {
  const row = await db.websiteJourney.findFirst({ where: { id, org_id } });
  if (!row) throw notFound("journey", id);
  return row;
};
