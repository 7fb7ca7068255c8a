import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import type { ListSites, Site } from "./contract";
import { lastSeenOf, toSiteOutput, withWebsite } from "./sites";

/** Lists RUM sites in the order in which their websites were added, oldest first. */
export const listSites = async (
  { db, org_id }: Ctx,
  { limit, cursor, website_id }: ListSites,
): Promise<{ items: Site[]; next_cursor: string | null }> => {
  const rows = await db.rumSite.findMany({
    where: { org_id, website_id: { ...(website_id ? { equals: website_id } : {}), ...(cursor ? { gt: cursor } : {}) } },
    orderBy: { website_id: "asc" },
    take: limit + 1,
    include: withWebsite,
  });
  const seen = await lastSeenOf(
    db,
    rows.map(({ website_id }) => website_id),
  );
  return toPage(
    rows.map((row) => toSiteOutput(row, seen.get(row.website_id) ?? null)),
    limit,
  );
};
