import type { Ctx } from "@/server/core/context";
import { toPage } from "@/server/core/schema";
import { getWebsite } from "../websites";
import type { JourneyId, ListJourneys, WebsiteJourney } from "./contract";
import { findJourney } from "./find-journey";
import { toJourneyOutput } from "./journey-output";

/** Lists the journeys of a website in the order in which audits run them. */
export const listJourneys = async (
  ctx: Ctx,
  { website_id, limit, cursor }: ListJourneys,
): Promise<{ items: WebsiteJourney[]; next_cursor: string | null }> => {
  await getWebsite(ctx, { id: website_id });
  const rows = await ctx.db.websiteJourney.findMany({
    where: { website_id, org_id: ctx.org_id, ...(cursor ? { id: { gt: cursor } } : {}) },
    orderBy: { id: "asc" },
    take: limit + 1,
  });
  return toPage(rows.map(toJourneyOutput), limit);
};

export const getJourney = async (ctx: Ctx, { id }: JourneyId): Promise<WebsiteJourney> =>
  toJourneyOutput(await findJourney(ctx, id));
