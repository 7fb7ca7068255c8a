import type { Ctx } from "@/server/core/context";
import type { JourneyId } from "./contract";
import { findJourney } from "./find-journey";

/** Deletes a journey. The pages that it opened in earlier audits remain in their results. */
export const removeJourney = async (ctx: Ctx, { id }: JourneyId): Promise<{ id: string }> => {
  await findJourney(ctx, id);
  await ctx.db.websiteJourney.deleteMany({ where: { id, org_id: ctx.org_id } });
  return { id };
};
