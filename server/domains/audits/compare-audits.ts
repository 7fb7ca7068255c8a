import type { z } from "zod";
import { Prisma, type WebsiteAudit } from "@/generated/prisma/client";
import type { Db } from "@/server/core/context";
import { ChangeCounts } from "./results/contract";

export type Changes = z.infer<typeof ChangeCounts>;

export interface ComparedAudits {
  audit_id: string;
  base_id: string;
  website_id: string;
}

/**
 * Number of elements stored per row. It exceeds the length of a list page, so that a list page spans at most two rows.
 */
const elementsPerRow = 250;

const scannedPages = (auditId: string): Prisma.Sql => Prisma.sql`
  SELECT id, coalesce(known_as, final_url) AS name FROM scan_audits
  WHERE audit_id = ${auditId}::uuid AND error_code IS NULL`;

/** Selects the ids of the pages in audit `of` that audit `by` also scanned. */
const sharedPages = (of: string, by: string): Prisma.Sql => Prisma.sql`
  SELECT mine.id FROM (${scannedPages(of)}) mine
  WHERE mine.name IN (SELECT name FROM (${scannedPages(by)}) theirs)`;

const fingerprintsOf = (auditId: string): Prisma.Sql => Prisma.sql`
  SELECT DISTINCT fingerprint FROM violation_nodes WHERE audit_id = ${auditId}::uuid AND outcome = 'violation'`;

const foundNow = ({ audit_id, base_id, website_id }: ComparedAudits): Prisma.Sql => Prisma.sql`
  SELECT n.id, CASE WHEN b.fingerprint IS NOT NULL THEN 'unchanged' WHEN p.id IS NULL THEN 'not_compared'
                    WHEN (SELECT i.first_failed_audit_id < ${base_id}::uuid FROM issues i
                          WHERE i.website_id = ${website_id}::uuid AND i.fingerprint = n.fingerprint)
                    THEN 'regressed' ELSE 'new' END AS kind
  FROM violation_nodes n
  LEFT JOIN (${sharedPages(audit_id, base_id)}) p ON p.id = n.page_id
  LEFT JOIN (${fingerprintsOf(base_id)}) b ON b.fingerprint = n.fingerprint
  WHERE n.audit_id = ${audit_id}::uuid AND n.outcome = 'violation'`;

const foundBefore = ({ audit_id, base_id }: ComparedAudits): Prisma.Sql => Prisma.sql`
  SELECT n.id, CASE WHEN p.id IS NULL THEN 'not_compared' ELSE 'fixed' END AS kind
  FROM violation_nodes n
  LEFT JOIN (${sharedPages(base_id, audit_id)}) p ON p.id = n.page_id
  LEFT JOIN (${fingerprintsOf(audit_id)}) c ON c.fingerprint = n.fingerprint
  WHERE n.audit_id = ${base_id}::uuid AND n.outcome = 'violation' AND c.fingerprint IS NULL`;

type Counted = Partial<Record<string, number>>;

/** Stores the elements by kind of change and returns the count of each kind. */
const writeChanges = async (db: Db, { audit_id, base_id }: ComparedAudits, found: Prisma.Sql): Promise<Counted> => {
  const rows = await db.$queryRaw<{ kind: string; count: number }[]>`
    WITH found AS MATERIALIZED (${found}),
    rows AS (
      SELECT kind, array_agg(id ORDER BY id) AS node_ids
      FROM (
        SELECT id, kind, (row_number() OVER (PARTITION BY kind ORDER BY id) - 1) / ${elementsPerRow}::int AS at
        FROM found WHERE kind <> 'not_compared') numbered
      GROUP BY kind, at),
    written AS (
      INSERT INTO audit_changes (audit_id, base_id, kind, last_id, node_ids)
      SELECT ${audit_id}::uuid, ${base_id}::uuid, kind::change_kind, node_ids[cardinality(node_ids)], node_ids FROM rows)
    SELECT kind, count(*)::int AS count FROM found GROUP BY kind`;
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
};

const countPages = async (db: Db, of: string, by: string): Promise<{ shared: number; all: number }> => {
  const [row] = await db.$queryRaw<
    { shared: number }[]
  >`SELECT count(*)::int AS shared FROM (${sharedPages(of, by)}) s`;
  const all = await db.scanAudit.count({ where: { audit_id: of, error_code: null } });
  return { shared: row?.shared ?? 0, all };
};

const writeComparison = async (db: Db, compared: ComparedAudits): Promise<Changes> => {
  const { audit_id, base_id } = compared;
  // Lets PostgreSQL compare the fingerprints of large audits in memory instead of on disk.
  await db.$executeRaw`SET LOCAL work_mem = '128MB'`;
  const current = await writeChanges(db, compared, foundNow(compared));
  const gone = await writeChanges(db, compared, foundBefore(compared));
  const now = await countPages(db, audit_id, base_id);
  const before = await countPages(db, base_id, audit_id);
  const counts = {
    new: current["new"] ?? 0,
    fixed: gone["fixed"] ?? 0,
    regressed: current["regressed"] ?? 0,
    unchanged: current["unchanged"] ?? 0,
    not_compared: (current["not_compared"] ?? 0) + (gone["not_compared"] ?? 0),
    pages_compared: now.shared,
    pages_only_now: now.all - now.shared,
    pages_only_before: before.all - before.shared,
  };
  await db.auditComparison.update({ where: { audit_id_base_id: { audit_id, base_id } }, data: { counts } });
  return counts;
};

/**
 * Compares the failing elements of two completed audits of a website by fingerprint, and stores how each changed. An
 * element that fails now but didn't fail in the base audit is `regressed` if it failed in any earlier audit, otherwise
 * `new`. Reads all elements of both audits unless the comparison is already stored. Must run in a transaction.
 */
export const compareAudits = async (
  db: Db,
  compared: ComparedAudits,
  expires_at: Date | null = null,
): Promise<Changes> => {
  const { audit_id, base_id } = compared;
  const { count } = await db.auditComparison.createMany({
    data: [{ audit_id, base_id, counts: {}, expires_at }],
    skipDuplicates: true,
  });
  if (count === 1) return writeComparison(db, compared);
  const { counts } = await db.auditComparison.findUniqueOrThrow({ where: { audit_id_base_id: { audit_id, base_id } } });
  return ChangeCounts.parse(counts);
};

/** Returns the website's newest completed audit before this one. Relies on ids being in chronological order. */
export const previousAudit = async (
  db: Db,
  { id, org_id, website_id }: Pick<WebsiteAudit, "id" | "org_id" | "website_id">,
) =>
  db.websiteAudit.findFirst({
    where: { website_id, org_id, status: "completed", id: { lt: id } },
    orderBy: { id: "desc" },
    select: { id: true, created_at: true },
  });
