import type { EmailData } from "@/emails";
import { getUnscopedDb } from "@/server/adapters/database";
import type { Db } from "@/server/core/context";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { inUnscopedTransaction } from "@/server/endpoint/transaction";
import { resultsUrl } from "..";
import { type DigestWeek, digestWeek, isMondaySomewhere } from "./digest-week";

const batchSize = 100;
/**
 * How far back to look for completed audits: the seven days that a digest covers, the day it is sent, and one more day
 * as a margin.
 */
const windowMs = 9 * 86_400_000;
/** Maximum number of items that the email template accepts. */
const mostItems = 100;

interface Candidate {
  org_id: string;
  zone: string;
}

/** Lists organisations with a recently completed audit, each with the time zone that most of its schedules use. */
const findCandidates = async (after: string, now: Date): Promise<Candidate[]> => {
  const db = await getUnscopedDb();
  const since = new Date(now.getTime() - windowMs);
  return db.$queryRaw<Candidate[]>`
    SELECT o.org_id::text, coalesce((
      SELECT s.time_zone FROM schedules s WHERE s.org_id = o.org_id
      GROUP BY s.time_zone ORDER BY count(*) DESC, min(s.created_at) LIMIT 1), 'UTC') AS zone
    FROM (SELECT DISTINCT org_id FROM website_audits
          WHERE status = 'completed' AND completed_at > ${since}::timestamptz AND org_id > ${after}::uuid
          ORDER BY org_id LIMIT ${batchSize}::int) o
    ORDER BY o.org_id`;
};

interface Row {
  website_url: string;
  audit_id: string;
  score: number | null;
  score_low: number | null;
  score_version: number;
  previous: { score: number | null; version: number } | null;
  pages_missing: number;
  new: number;
  fixed: number;
  regressed: number;
}

type Item = EmailData<"weekly-digest">["items"][number];

/**
 * Leaves out the previous score if it isn't comparable: a partial audit covers different pages, and different score
 * versions use different formulas.
 */
const previousScore = ({ previous, score_version, pages_missing }: Row): { previous_score?: number } => {
  if (!previous || previous.score === null || previous.version !== score_version || pages_missing > 0) return {};
  return { previous_score: previous.score };
};

const itemOf = (row: Row): Item => {
  const { website_url, audit_id, score, score_low, pages_missing, new: added, fixed, regressed } = row;
  return {
    website_url,
    new: added,
    fixed,
    regressed,
    results_url: resultsUrl(audit_id),
    ...(score === null ? {} : { score }),
    ...(score_low === null ? {} : { score_low }),
    ...previousScore(row),
    ...(pages_missing > 0 ? { pages_missing } : {}),
  };
};

/**
 * Lists the websites audited in the week, with the changes from all their audits. Websites with the most new findings
 * come first.
 */
const findItems = async (db: Db, org_id: string, { from, to }: DigestWeek): Promise<Item[]> => {
  const rows = await db.$queryRaw<Row[]>`
    SELECT w.url AS website_url,
      (array_agg(a.id::text ORDER BY a.completed_at DESC))[1] AS audit_id,
      (array_agg(a.score_accessibility ORDER BY a.completed_at DESC))[1] AS score,
      (array_agg(a.score_low ORDER BY a.completed_at DESC))[1] AS score_low,
      (array_agg(a.score_version ORDER BY a.completed_at DESC))[1] AS score_version,
      (array_agg(coalesce((a.partial->>'pages_missing')::int, 0) ORDER BY a.completed_at DESC))[1] AS pages_missing,
      (SELECT jsonb_build_object('score', b.score_accessibility, 'version', b.score_version) FROM website_audits b
       WHERE b.website_id = w.id AND b.status = 'completed' AND b.partial IS NULL AND b.completed_at < ${from}::timestamptz
       ORDER BY b.id DESC LIMIT 1) AS previous,
      coalesce(sum((a.summary #>> '{changes,counts,new}')::int), 0)::int AS new,
      coalesce(sum((a.summary #>> '{changes,counts,fixed}')::int), 0)::int AS fixed,
      coalesce(sum((a.summary #>> '{changes,counts,regressed}')::int), 0)::int AS regressed
    FROM website_audits a JOIN websites w ON w.id = a.website_id
    WHERE a.org_id = ${org_id}::uuid AND a.status = 'completed'
      AND a.completed_at >= ${from}::timestamptz AND a.completed_at < ${to}::timestamptz
    GROUP BY w.id ORDER BY new DESC, regressed DESC, fixed DESC, w.url LIMIT ${mostItems}::int`;
  return rows.map(itemOf);
};

const findReaders = async (db: Db, org_id: string): Promise<string[]> => {
  const members = await db.membership.findMany({
    where: { org_id, disabled_at: null, role: { in: ["owner", "admin"] } },
    orderBy: { created_at: "asc" },
    select: { user: { select: { email: true } } },
  });
  return members.map(({ user }) => user.email);
};

/**
 * Queues the digest for all recipients in one transaction. Anyone who becomes a recipient later that day gets their
 * first digest the following week.
 */
const queueDigest = (org_id: string, week: DigestWeek): Promise<void> =>
  inUnscopedTransaction(async (ctx) => {
    const key = `weekly-digest/${org_id}/${week.name}/`;
    const sent = await ctx.db.emailMessage.findFirst({
      where: { idempotency_key: { startsWith: key } },
      select: { id: true },
    });
    const items = sent ? [] : await findItems(ctx.db, org_id, week);
    if (items.length === 0) return;
    for (const to of await findReaders(ctx.db, org_id))
      await queueEmail(ctx, {
        to,
        brand: "accessibility",
        template: "weekly-digest",
        data: { items },
        idempotencyKey: `${key}${to}`,
      });
  });

/**
 * Handles a batch of organisations. If it is Monday, 08:00 or later, in an organisation's time zone, sends last week's
 * digest to its owners and admins, unless it has already been sent. Skips organisations without an audit completed in
 * that week. Returns the id of the last organisation in the batch, to continue from, or null if this was the last
 * batch.
 */
export const sendDigests = async (after: string, now = new Date(Date.now())): Promise<string | null> => {
  if (!isMondaySomewhere(now)) return null;
  const candidates = await findCandidates(after, now);
  for (const { org_id, zone } of candidates) {
    const week = digestWeek(zone, now);
    if (week) await queueDigest(org_id, week);
  }
  return candidates.length === batchSize ? (candidates.at(-1)?.org_id ?? null) : null;
};
