import { Prisma } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { batchSize, updateInBatches } from "@/server/core/update-in-batches";

interface Scope {
  website_id: string;
  /** If set, only issues that were found on these pages of an audit are triaged. */
  page_ids?: readonly string[];
}

/** Reports whether the website has policies, and locks them against deletion until their issues are stored. */
const hasPolicies = async (db: Db, website_id: string): Promise<boolean> => {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT id::text FROM triage_policies WHERE website_id = ${website_id}::uuid ORDER BY id FOR KEY SHARE`;
  return rows.length > 0;
};

const isOnPages = (page_ids: readonly string[]): Prisma.Sql => Prisma.sql`AND i.fingerprint IN (
  SELECT n.fingerprint FROM violation_nodes n WHERE n.page_id = ANY(${page_ids}::uuid[]))`;

const applyToBatch = (db: Db, { website_id, page_ids }: Scope): Promise<number> => db.$executeRaw`
  UPDATE issues i SET status = p.status, policy_id = p.id
  FROM (SELECT DISTINCT ON (i.id) i.id AS issue_id, p.id, p.status
        FROM issues i JOIN triage_policies p
          ON p.website_id = i.website_id AND coalesce(p.rule_id, i.rule_id) = i.rule_id
            AND (p.component IS NULL OR p.component = i.component)
            AND coalesce(p.page_url, i.page_url) = i.page_url
            AND (p.expires_at IS NULL OR p.expires_at > now())
        WHERE i.website_id = ${website_id}::uuid AND i.status = 'open'
          AND (i.triaged_at IS NULL OR i.triaged_at < p.created_at) ${page_ids ? isOnPages(page_ids) : Prisma.empty}
        ORDER BY i.id, p.id LIMIT ${batchSize}) p
  WHERE i.id = p.issue_id`;

/**
 * Triages each open issue by the oldest policy that it matches. A policy doesn't apply to issues that a person has
 * triaged since the policy was created. Returns the number of issues triaged.
 */
export const applyPolicies = async (db: Db, scope: Scope): Promise<number> => {
  if (!(await hasPolicies(db, scope.website_id))) return 0;
  return updateInBatches(() => applyToBatch(db, scope));
};
