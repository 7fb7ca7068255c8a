import { createHash } from "node:crypto";
import { getDatabase } from "@/server/adapters/database";
import { env } from "@/server/core/env";
import { log } from "@/server/core/log";
import { otherPages } from "./step-sql";

/** Maximum number of beacons stored per website and day, as a multiple of the quota. */
const mostQuotas = 5;
/** Maximum number of pages that a process distinguishes per website and day. The rollup keeps 500 of them. */
const mostPages = 2_000;
/** Maximum number of websites that a process keeps counts for. If there are more, the one added first is evicted. */
const mostWebsites = 1_000;
/** Interval at which a process adds its own counts to the shared counts, in milliseconds. */
const saveMs = 10_000;

interface Count {
  received: number;
  stored: number;
}

interface Today {
  day: string;
  /** Counts from all processes, as of the last save. */
  known: Count;
  /** Counts from this process since the last save. */
  own: Count;
  pages: Set<string>;
  savedAt: number;
}

interface Counted {
  day: string;
  today: Promise<Today>;
}

const websites = new Map<string, Counted>();

const dayNow = (): string => new Date().toISOString().slice(0, 10);

/** Adds to the day's counts and returns the totals, which are zero if real-user monitoring has been disabled. */
const addCounts = async (website_id: string, day: string, { received, stored }: Count): Promise<Count> => {
  const { sql } = await getDatabase();
  const [row] = await sql.query<Count>(
    `INSERT INTO rum_counts AS counts (website_id, day, received, stored)
     SELECT website_id, $2::date, $3::bigint, $4::bigint FROM rum_sites WHERE website_id = $1::uuid
     ON CONFLICT (website_id, day) DO UPDATE
       SET received = counts.received + excluded.received, stored = counts.stored + excluded.stored
     RETURNING received::float8 AS received, stored::float8 AS stored`,
    [website_id, day, received, stored],
  );
  return row ?? { received: 0, stored: 0 };
};

const begin = async (website_id: string, day: string): Promise<Today> => ({
  day,
  known: await addCounts(website_id, day, { received: 0, stored: 0 }),
  own: { received: 0, stored: 0 },
  pages: new Set(),
  savedAt: performance.now(),
});

/** Saves this process's counts. Never rejects: if counts can't be saved, they are saved with the next ones. */
const save = async (website_id: string, today: Today): Promise<void> => {
  const { received, stored } = today.own;
  today.savedAt = performance.now();
  if (received === 0) return;
  try {
    today.known = await addCounts(website_id, today.day, { received, stored });
    today.own.received -= received;
    today.own.stored -= stored;
  } catch (error) {
    log.warn({ err: error, website_id }, "failed to save beacon counts");
  }
};

const saveWhenReady = async ([website_id, { today }]: [string, Counted]): Promise<void> => {
  const counted = await today.catch(() => null);
  if (counted) await save(website_id, counted);
};

/**
 * Returns a website's counts for today. If the website still has counts for an earlier day, saves and evicts them;
 * otherwise, if there are too many websites, saves and evicts the counts of the one that was added first.
 */
const findToday = (website_id: string): Promise<Today> => {
  const day = dayNow();
  const known = websites.get(website_id);
  if (known?.day === day) return known.today;
  const [first] = websites.size >= mostWebsites ? websites : [];
  const leaving: [string, Counted] | undefined = known ? [website_id, known] : first;
  if (leaving) {
    websites.delete(leaving[0]);
    void saveWhenReady(leaving);
  }
  const counted: Counted = { day, today: begin(website_id, day) };
  counted.today.catch(() => {
    if (websites.get(website_id) === counted) websites.delete(website_id);
  });
  websites.set(website_id, counted);
  return counted.today;
};

/**
 * Returns the share of the next beacons to store: 1 until the quota is reached, then a decreasing share, so that the
 * number stored grows only with the logarithm of the number received. Returns 0 once five times the quota has been
 * stored.
 */
export const shareToStore = ({ received, stored }: Count, quota: number): number => {
  if (stored < quota) return 1;
  return stored < quota * mostQuotas ? quota / received : 0;
};

const pageKey = (page: string): string => createHash("sha1").update(page).digest("base64url").slice(0, 12);

const boundPage = ({ pages }: Today, page: string): string => {
  const key = pageKey(page);
  if (pages.has(key)) return page;
  if (pages.size >= mostPages) return otherPages;
  pages.add(key);
  return page;
};

/**
 * Counts a beacon from a website. Returns the page to store it under ("all other pages" after 2,000 pages in a day), or
 * null if it must not be stored: once the day's quota is reached, only a share of the beacons is stored. Processes
 * share their counts every ten seconds.
 */
export const consumeQuota = async (website_id: string, page: string): Promise<string | null> => {
  const today = await findToday(website_id);
  const { known, own } = today;
  own.received += 1;
  const sofar = { received: known.received + own.received, stored: known.stored + own.stored };
  const isStored = Math.random() < shareToStore(sofar, env.RUM_BEACONS_PER_DAY);
  if (isStored) own.stored += 1;
  if (performance.now() - today.savedAt > saveMs) void save(website_id, today);
  return isStored ? boundPage(today, page) : null;
};

/** Saves the counts that this process hasn't saved yet. */
export const saveCounts = async (): Promise<void> => {
  await Promise.all([...websites].map(saveWhenReady));
};
