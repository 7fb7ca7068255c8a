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

/** A page is the same one with another query or fragment, as in fingerprints. */
const pathOf = (table: Prisma.Sql) => Prisma.sql`regexp_replace(${table}.final_url, '[?#].*$', '')`;

/** Ids of the pages of `of` whose address `by` could scan too. */
export const sharedPages = (of: string, by: string): Prisma.Sql => Prisma.sql`
  SELECT mine.id FROM scan_audits mine
  WHERE mine.audit_id = ${of}::uuid AND mine.error_code IS NULL AND ${pathOf(Prisma.sql`mine`)} IN (
    SELECT ${pathOf(Prisma.sql`theirs`)} FROM scan_audits theirs
    WHERE theirs.audit_id = ${by}::uuid AND theirs.error_code IS NULL)`;

const fingerprintsOf = (auditId: string): Prisma.Sql => Prisma.sql`
  SELECT DISTINCT fingerprint FROM violation_nodes WHERE audit_id = ${auditId}::uuid AND outcome = 'violation'`;

type Present = Pick<Changes, "new" | "regressed" | "unchanged" | "not_compared">;

const countPresent = async (db: Db, { audit_id, base_id, website_id }: ComparedAudits): Promise<Present> => {
  const [row] = await db.$queryRaw<Present[]>`
    SELECT count(*) FILTER (WHERE p.id IS NULL)::int AS not_compared,
           count(*) FILTER (WHERE p.id IS NOT NULL AND b.fingerprint IS NOT NULL)::int AS unchanged,
           count(*) FILTER (WHERE p.id IS NOT NULL AND b.fingerprint IS NULL AND i.id IS NOT NULL)::int AS regressed,
           count(*) FILTER (WHERE p.id IS NOT NULL AND b.fingerprint IS NULL AND i.id IS NULL)::int AS new
    FROM violation_nodes n
    LEFT JOIN (${sharedPages(audit_id, base_id)}) p ON p.id = n.page_id
    LEFT JOIN (${fingerprintsOf(base_id)}) b ON b.fingerprint = n.fingerprint
    LEFT JOIN issues i ON b.fingerprint IS NULL AND i.website_id = ${website_id}::uuid
      AND i.fingerprint = n.fingerprint AND i.first_seen_audit_id < ${base_id}::uuid
    WHERE n.audit_id = ${audit_id}::uuid AND n.outcome = 'violation'`;
  if (!row) throw new Error("An aggregate always has a row.");
  return row;
};

type Gone = Pick<Changes, "fixed" | "not_compared">;

const countGone = async (db: Db, { audit_id, base_id }: ComparedAudits): Promise<Gone> => {
  const [row] = await db.$queryRaw<Gone[]>`
    SELECT count(*) FILTER (WHERE p.id IS NULL)::int AS not_compared,
           count(*) FILTER (WHERE p.id IS NOT NULL AND c.fingerprint IS NULL)::int AS fixed
    FROM violation_nodes n
    LEFT JOIN (${sharedPages(base_id, audit_id)}) p ON p.id = n.page_id
    LEFT JOIN (${fingerprintsOf(audit_id)}) c ON c.fingerprint = n.fingerprint
    WHERE n.audit_id = ${base_id}::uuid AND n.outcome = 'violation'`;
  if (!row) throw new Error("An aggregate always has a row.");
  return row;
};

const countPages = async (db: Db, of: string, by: string): Promise<{ shared: number; all: number }> => {
  const [row] = await db.$queryRaw<
    { shared: number }[]
  >`SELECT count(*)::int AS shared FROM (${sharedPages(of, by)}) s`;
  const all = await db.scanAudit.count({ where: { audit_id: of, error_code: null } });
  return { shared: row?.shared ?? 0, all };
};

/**
 * Compares the failing elements of two audits of a website, by fingerprint. What is there now and not in the base is
 * `regressed` when an audit before the base had seen it, else `new`. Reads all elements of both.
 */
export const countChanges = async (db: Db, compared: ComparedAudits): Promise<Changes> => {
  const { not_compared, ...present } = await countPresent(db, compared);
  const gone = await countGone(db, compared);
  const now = await countPages(db, compared.audit_id, compared.base_id);
  const before = await countPages(db, compared.base_id, compared.audit_id);
  return {
    ...present,
    fixed: gone.fixed,
    not_compared: not_compared + gone.not_compared,
    pages_compared: now.shared,
    pages_only_now: now.all - now.shared,
    pages_only_before: before.all - before.shared,
  };
};

/** The newest completed audit of the website before this one; ids are in the order of time. */
export const previousAudit = async (db: Db, { id, website_id }: { id: string; website_id: string }) =>
  db.websiteAudit.findFirst({
    where: { website_id, status: "completed", id: { lt: id } },
    orderBy: { id: "desc" },
    select: { id: true, created_at: true },
  });
