import { Prisma } from "@/server/adapters/database/generated/client";
import type { Db } from "@/server/core/context";

/** Elements by what became of them. `not_compared` are on pages that only one of the two audits could scan. */
export interface Changes {
  new: number;
  fixed: number;
  regressed: number;
  unchanged: number;
  not_compared: number;
  pages_compared: number;
  pages_only_now: number;
  pages_only_before: number;
}

export interface ComparedAudits {
  audit_id: string;
  base_id: string;
  website_id: string;
}

/** Elements a row: at least one more than the longest page of a list, so that a page lies in two rows at most. */
const elementsPerRow = 250;

/** A page is the same one with another query or fragment, as in fingerprints. */
const pathOf = (table: Prisma.Sql) => Prisma.sql`regexp_replace(${table}.final_url, '[?#].*$', '')`;

/** Ids of the pages of `of` whose address `by` could scan too. */
const sharedPages = (of: string, by: string): Prisma.Sql => Prisma.sql`
  SELECT mine.id FROM scan_audits mine
  WHERE mine.audit_id = ${of}::uuid AND mine.error_code IS NULL AND ${pathOf(Prisma.sql`mine`)} IN (
    SELECT ${pathOf(Prisma.sql`theirs`)} FROM scan_audits theirs
    WHERE theirs.audit_id = ${by}::uuid AND theirs.error_code IS NULL)`;

const fingerprintsOf = (auditId: string): Prisma.Sql => Prisma.sql`
  SELECT DISTINCT fingerprint FROM violation_nodes WHERE audit_id = ${auditId}::uuid AND outcome = 'violation'`;

const foundNow = ({ audit_id, base_id, website_id }: ComparedAudits): Prisma.Sql => Prisma.sql`
  SELECT n.id, CASE WHEN p.id IS NULL THEN 'not_compared' WHEN b.fingerprint IS NOT NULL THEN 'unchanged'
                    WHEN (SELECT i.first_seen_audit_id < ${base_id}::uuid FROM issues i
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
  WHERE n.audit_id = ${base_id}::uuid AND n.outcome = 'violation' AND (p.id IS NULL OR c.fingerprint IS NULL)`;

type Counted = Partial<Record<string, number>>;

/** Writes down which elements fared how, and counts them. */
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
      SELECT ${audit_id}::uuid, ${base_id}::uuid, kind, node_ids[cardinality(node_ids)], node_ids FROM rows)
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
  // Fingerprints of large audits are compared in memory, and not in files.
  await db.$executeRaw`SET LOCAL work_mem = '128MB'`;
  const present = await writeChanges(db, compared, foundNow(compared));
  const gone = await writeChanges(db, compared, foundBefore(compared));
  const now = await countPages(db, audit_id, base_id);
  const before = await countPages(db, base_id, audit_id);
  const counts = {
    new: present["new"] ?? 0,
    fixed: gone["fixed"] ?? 0,
    regressed: present["regressed"] ?? 0,
    unchanged: present["unchanged"] ?? 0,
    not_compared: (present["not_compared"] ?? 0) + (gone["not_compared"] ?? 0),
    pages_compared: now.shared,
    pages_only_now: now.all - now.shared,
    pages_only_before: before.all - before.shared,
  };
  await db.auditComparison.update({ where: { audit_id_base_id: { audit_id, base_id } }, data: { counts } });
  return counts;
};

/**
 * Compares the failing elements of two completed audits of a website, by fingerprint, and writes down which fared how.
 * What is there now and not in the base is `regressed` when an audit before the base had seen it, else `new`. Reads all
 * elements of both, unless somebody has compared them before. For a transaction.
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
  return counts as unknown as Changes;
};

/** The newest completed audit of the website before this one; ids are in the order of time. */
export const previousAudit = async (db: Db, { id, website_id }: { id: string; website_id: string }) =>
  db.websiteAudit.findFirst({
    where: { website_id, status: "completed", id: { lt: id } },
    orderBy: { id: "desc" },
    select: { id: true, created_at: true },
  });
