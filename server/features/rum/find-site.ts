import { getDatabase } from "@/server/adapters/database";

interface KnownSite {
  website_id: string;
  origins: ReadonlySet<string>;
  sample_rate: number;
}

interface Remembered {
  until: number;
  site: Promise<KnownSite | null>;
}

/** So long a removed key works on at most, and a new one may be unknown after it was tried too early. */
const rememberedMs = 10_000;
/** Keys remembered at most, those that nobody has included; the one that came first goes first. */
const mostKeys = 10_000;

const remembered = new Map<string, Remembered>();

const readSite = async (site_key: string): Promise<KnownSite | null> => {
  const { prisma } = await getDatabase();
  const row = await prisma.rumSite.findUnique({ where: { site_key } });
  return row && { website_id: row.website_id, origins: new Set(row.origins), sample_rate: row.sample_rate };
};

/** The site that a key belongs to, asked for at most every ten seconds; null when it belongs to none. */
export const findSite = (site_key: string): Promise<KnownSite | null> => {
  const now = performance.now();
  const known = remembered.get(site_key);
  if (known && known.until > now) return known.site;
  const site = readSite(site_key);
  site.catch(() => remembered.delete(site_key));
  remembered.delete(site_key);
  if (remembered.size >= mostKeys) remembered.delete(remembered.keys().next().value ?? "");
  remembered.set(site_key, { until: now + rememberedMs, site });
  return site;
};
