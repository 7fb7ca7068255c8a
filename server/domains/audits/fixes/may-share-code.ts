import type { Ctx } from "@/server/core/context";
import { WebsiteSettings } from "../websites/contract";

const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, "");

/** Returns the ids of the organisation's websites to which a page may belong, the most likely first. */
export const findOwnWebsites = async (
  { db, org_id }: Pick<Ctx, "db" | "org_id">,
  page_url: string,
): Promise<string[]> => {
  const websites = await db.website.findMany({ where: { org_id }, select: { id: true, url: true } });
  const own = websites.filter(({ url }) => hostOf(url) === hostOf(page_url));
  const sharedLength = (url: string): number => (page_url.startsWith(url) ? url.length : 0);
  return own.toSorted((one, other) => sharedLength(other.url) - sharedLength(one.url)).map(({ id }) => id);
};

/**
 * Reports whether code from this page may be sent to a model. The settings of the page's website decide; if the page
 * belongs to none of the organisation's websites, all of them must allow it.
 */
export const mayShareCode = async ({ db, org_id }: Ctx, page_url: string | undefined): Promise<boolean> => {
  const websites = await db.website.findMany({ where: { org_id }, select: { url: true, settings: true } });
  const meant = page_url ? websites.filter(({ url }) => hostOf(url) === hostOf(page_url)) : [];
  return (meant.length > 0 ? meant : websites).every(
    ({ settings }) => WebsiteSettings.parse(settings).allow_code_sharing !== false,
  );
};
