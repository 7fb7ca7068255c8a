import { getSearchConsole } from "@/server/adapters/search-console";
import type { Ctx } from "@/server/core/context";
import type { ListProperties, Property } from "./contract";
import { guessProperty, isDomain } from "./guess-property";
import { fetchProperties, findWebsite } from "./properties";

const nothing = { chosen: null, suggested: null };

const ofWebsite = async (ctx: Ctx, id: string | undefined, names: readonly string[], url: string | undefined) => {
  if (id === undefined || url === undefined) return nothing;
  const row = await ctx.db.searchPerfProperty.findUnique({ where: { website_id: id, org_id: ctx.org_id } });
  return { chosen: row?.property ?? null, suggested: guessProperty(url, names) };
};

/** Lists the properties that the connected account can read, in alphabetical order. */
export const listProperties = async (ctx: Ctx, { website_id, limit, cursor }: ListProperties) => {
  const website = website_id === undefined ? undefined : await findWebsite(ctx, website_id);
  getSearchConsole();
  const all = await fetchProperties(ctx);
  const names = all.map(({ property }) => property);
  const { chosen, suggested } = await ofWebsite(ctx, website_id, names, website?.url);
  const rest = cursor === undefined ? all : all.filter(({ property }) => property > cursor);
  const items = rest.slice(0, limit).map(
    ({ property, permission }): Property => ({
      property,
      kind: isDomain(property) ? "domain" : "prefix",
      permission,
      chosen: property === chosen,
      suggested: property === suggested,
    }),
  );
  return { items, next_cursor: rest.length > limit ? (items.at(-1)?.property ?? null) : null };
};
