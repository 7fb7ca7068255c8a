import { getSearchConsole } from "@/server/adapters/search-console";
import type { Property } from "@/server/adapters/search-console/port";
import type { Ctx, Db } from "@/server/core/context";
import { AppError, notFound } from "@/server/core/errors";
import { withAccess } from "./connection";
import { guessProperty } from "./guess-property";

type Reader = Pick<Ctx, "db" | "org_id">;

interface Site {
  id: string;
  url: string;
}

/** Returns the properties that the account can read, in alphabetical order. */
export const readable = (properties: readonly Property[]): Property[] =>
  properties
    .filter(({ permission }) => permission !== "siteUnverifiedUser")
    .toSorted((one, other) => (one.property < other.property ? -1 : 1));

export const fetchProperties = async ({ db, org_id }: Reader): Promise<Property[]> => {
  const searchConsole = getSearchConsole();
  return readable(await withAccess(db, org_id, (token) => searchConsole.listProperties(token)));
};

/** Returns a website of the caller's organisation. Throws `not_found` if there is none with this id. */
export const findWebsite = async ({ db, org_id }: Reader, id: string): Promise<Site> => {
  const website = await db.website.findFirst({ where: { id, org_id }, select: { id: true, url: true } });
  if (!website) throw notFound("website", id);
  return website;
};

/** Stores the best-fitting property for each website without one. */
export const rememberGuesses = async (
  db: Db,
  org_id: string,
  websites: readonly Site[],
  properties: readonly Property[],
): Promise<void> => {
  const names = properties.map(({ property }) => property);
  const data = websites.flatMap(({ id, url }) => {
    const property = guessProperty(url, names);
    return property === null ? [] : [{ website_id: id, org_id, property }];
  });
  await db.searchPerfProperty.createMany({ data, skipDuplicates: true });
};

/**
 * Returns the property for a website: the chosen one or, if there is none, the best-fitting one, which is then stored.
 */
export const propertyOf = async (ctx: Reader, website: Site): Promise<string> => {
  const where = { website_id: website.id, org_id: ctx.org_id };
  const chosen = await ctx.db.searchPerfProperty.findUnique({ where });
  if (chosen) return chosen.property;
  await rememberGuesses(ctx.db, ctx.org_id, [website], await fetchProperties(ctx));
  const noted = await ctx.db.searchPerfProperty.findUnique({ where });
  if (noted) return noted.property;
  const message = `No property of the connected Google account matches ${website.url}. Choose one at /api/search-perf/properties/.`;
  throw new AppError("conflict", message, { reason: "no_property" });
};
