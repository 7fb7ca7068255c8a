import { randomBytes } from "node:crypto";
import type { RumSite } from "@/generated/prisma/client";
import type { Ctx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { AppError, notFound } from "@/server/core/errors";
import { getWebsite } from "@/server/domains/audits/websites";
import type { AddSite, ChangeSite, Site, SiteId } from "./contract";

export type SiteRow = RumSite & { website: { name: string; url: string } };

export const withWebsite = { website: { select: { name: true, url: true } } } as const;

const newKey = (): string => `rum_${randomBytes(16).toString("base64url")}`;

/** Returns the origins of the URLs, normalised and without duplicates. */
const originsOf = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map((address) => new URL(address).origin)),
];

const snippetOf = (key: string): string =>
  `<script async src="${env.BASE_URL}/rum.js" data-site-key="${key}"></script>`;

export const toSiteOutput = ({ website_id, website, ...row }: SiteRow, last_seen_at: Date | null): Site => ({
  id: website_id,
  name: website.name,
  url: website.url,
  site_key: row.site_key,
  origins: row.origins,
  sample_rate: row.sample_rate,
  allow_missing_origin: row.allow_missing_origin,
  snippet: snippetOf(row.site_key),
  last_seen_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Returns when each website's last stored beacon arrived. */
export const lastSeenOf = async (db: Ctx["db"], website_ids: readonly string[]): Promise<ReadonlyMap<string, Date>> => {
  const rows = await db.$queryRaw<{ id: string; received_at: Date }[]>`
    SELECT wanted.id::text, last.received_at
    FROM unnest(${website_ids}::uuid[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT received_at FROM rum_events WHERE website_id = wanted.id ORDER BY received_at DESC LIMIT 1
    ) AS last`;
  return new Map(rows.map(({ id, received_at }) => [id, received_at]));
};

/**
 * Returns the RUM site of a website. Throws `not_found` if there is none or the website belongs to another
 * organisation.
 */
export const getSite = async (ctx: Pick<Ctx, "db" | "org_id">, { id }: SiteId): Promise<Site> => {
  const { db, org_id } = ctx;
  const row = await db.rumSite.findFirst({ where: { website_id: id, org_id }, include: withWebsite });
  if (!row) throw notFound("real-user monitoring for website", id);
  return toSiteOutput(row, (await lastSeenOf(db, [id])).get(id) ?? null);
};

export const addSite = async (
  ctx: Ctx,
  { website_id, origins, sample_rate = 1, allow_missing_origin = false }: AddSite,
): Promise<Site> => {
  const { url } = await getWebsite(ctx, { id: website_id });
  const { count } = await ctx.db.rumSite.createMany({
    data: [
      {
        website_id,
        org_id: ctx.org_id,
        site_key: newKey(),
        origins: originsOf(origins ?? [url]),
        sample_rate,
        allow_missing_origin,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0)
    throw new AppError("conflict", "Real-user monitoring is already enabled for this website.", { website_id });
  // Uses the database's clock, as events do; Prisma would use this process's clock.
  await ctx.db.$executeRaw`UPDATE rum_sites SET rolled_up_until = now() WHERE website_id = ${website_id}::uuid`;
  return getSite(ctx, { id: website_id });
};

export const changeSite = async (
  ctx: Ctx,
  { id, origins, sample_rate, allow_missing_origin }: ChangeSite,
): Promise<Site> => {
  await getSite(ctx, { id });
  await ctx.db.rumSite.update({
    where: { website_id: id, org_id: ctx.org_id },
    data: {
      ...(origins ? { origins: originsOf(origins) } : {}),
      ...(sample_rate === undefined ? {} : { sample_rate }),
      ...(allow_missing_origin === undefined ? {} : { allow_missing_origin }),
    },
  });
  return getSite(ctx, { id });
};

/** Replaces the site key. The previous key stops working once no process has it cached. */
export const rotateKey = async (ctx: Ctx, { id }: SiteId): Promise<Site> => {
  await getSite(ctx, { id });
  await ctx.db.rumSite.update({ where: { website_id: id, org_id: ctx.org_id }, data: { site_key: newKey() } });
  return getSite(ctx, { id });
};

/** Deletes a RUM site and its rollups. The next run of the purge job deletes its events. */
export const removeSite = async (ctx: Ctx, { id }: SiteId): Promise<{ id: string }> => {
  await getSite(ctx, { id });
  await ctx.db.rumSite.delete({ where: { website_id: id, org_id: ctx.org_id } });
  await ctx.db.rumDay.deleteMany({ where: { website_id: id } });
  await ctx.db.rumCount.deleteMany({ where: { website_id: id } });
  return { id };
};
