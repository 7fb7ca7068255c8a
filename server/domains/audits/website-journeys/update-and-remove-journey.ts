import type { Ctx } from "@/server/core/context";
import { assertNameFree } from "./assert-name-free";
import type { ChangeJourney, JourneyId, WebsiteJourney } from "./contract";
import { findJourney } from "./find-journey";
import { toJourneyOutput } from "./journey-output";

/** Updates a journey. Omitted fields keep their value. */
export const updateJourney = async (ctx: Ctx, { id, name, steps }: ChangeJourney): Promise<WebsiteJourney> => {
  const { website_id } = await findJourney(ctx, id);
  if (name !== undefined) await assertNameFree(ctx, { website_id, name, id });
  const data = { ...(name === undefined ? {} : { name }), ...(steps === undefined ? {} : { steps }) };
  return toJourneyOutput(await ctx.db.websiteJourney.update({ where: { id, org_id: ctx.org_id }, data }));
};

/** Deletes a journey. The pages that it opened in earlier audits remain in the results of those audits. */
export const removeJourney = async (ctx: Ctx, { id }: JourneyId): Promise<{ id: string }> => {
  await findJourney(ctx, id);
  await ctx.db.websiteJourney.deleteMany({ where: { id, org_id: ctx.org_id } });
  return { id };
};
