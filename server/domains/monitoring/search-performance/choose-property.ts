import { getSearchConsole } from "@/server/adapters/search-console";
import type { Ctx } from "@/server/core/context";
import { invalidInput } from "@/server/core/problem";
import type { ChooseProperty, ChosenProperty } from "./contract";
import { fetchProperties, findWebsite } from "./properties";

/**
 * Sets the property from which a website's figures are read. The connected account must have access to the property.
 */
export const chooseProperty = async (ctx: Ctx, { website_id, property }: ChooseProperty): Promise<ChosenProperty> => {
  await findWebsite(ctx, website_id);
  getSearchConsole();
  const known = await fetchProperties(ctx);
  if (!known.some((one) => one.property === property))
    throw invalidInput([
      { path: "property", message: "The connected Google account doesn't have access to this property." },
    ]);
  const row = { website_id, org_id: ctx.org_id, property };
  await ctx.db.searchPerfProperty.upsert({
    where: { website_id, org_id: ctx.org_id },
    create: row,
    update: { property },
  });
  return { website_id, property };
};
