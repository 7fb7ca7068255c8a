import type { Website } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { notFound } from "@/server/core/errors";

export type LockedWebsite = Pick<Website, "id" | "url" | "name" | "settings">;

/**
 * Reads a website and locks its row, so that concurrent calls that read and then change the website's data take turns.
 * Throws `not_found` if the organisation has no such website.
 */
export const lockWebsite = async ({ db, org_id }: Pick<Ctx, "db" | "org_id">, id: string): Promise<LockedWebsite> => {
  const [website] = await db.$queryRaw<LockedWebsite[]>`
    SELECT id, url, name, settings FROM websites
    WHERE id = ${id}::uuid AND org_id = ${org_id}::uuid FOR NO KEY UPDATE`;
  if (!website) throw notFound("website", id);
  return website;
};
