import { getUnscopedDb } from "@/server/adapters/database";

export interface KnownSite {
  website_id: string;
  origins: ReadonlySet<string>;
  sample_rate: number;
  allow_missing_origin: boolean;
}

interface Remembered {
  until: number;
  site: Promise<KnownSite | null>;
}

/**
 * How long a site key is cached, in milliseconds. During this time, a deleted key may still work, and a new key that
 * was used before it was stored may still be rejected.
 */
const rememberedMs = 10_000;
/** Maximum number of keys cached, including unknown ones. If there are more, the oldest is evicted. */
const mostKeys = 10_000;

const remembered = new Map<string, Remembered>();

const readSite = async (site_key: string): Promise<KnownSite | null> => {
  const db = await getUnscopedDb();
  const row = await db.rumSite.findUnique({ where: { site_key } });
  if (!row) return null;
  const { website_id, origins, sample_rate, allow_missing_origin } = row;
  return { website_id, origins: new Set(origins), sample_rate, allow_missing_origin };
};

/** Returns the RUM site with this key, or null. Reads the database at most once every ten seconds per key. */
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
