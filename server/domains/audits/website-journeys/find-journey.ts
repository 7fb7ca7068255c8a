import type { WebsiteJourney as Row } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";

/** Throws `not_found` if the organisation has no such journey. */
export const findJourney = async ({ db, org_id }: Pick<Ctx, "db" | "org_id">, id: string): Promise<Row> => {
  const row = await db.websiteJourney.findFirst({ where: { id, org_id } });
  if (!row) throw notFound("journey", id);
  return row;
};
