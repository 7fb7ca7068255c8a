import type { Db } from "@/server/core/context";
import { assignFingerprints, type Finding } from "./assign-fingerprints";
import type { KnownPage } from "./match-pages";
import { pageKey, rememberKeys } from "./page-key";
import { readSignals, Signals } from "./signals";
import { type AuditKey, refreshIssues, writeRecognised } from "./write-recognised";

/**
 * Maximum number of findings or issues compared in memory. Any further findings keep the fingerprint derived from their
 * page and selector.
 */
const mostCompared = 200_000;
const batchSize = 10_000;

interface Row extends Omit<Finding, "signals" | "page"> {
  signals: unknown;
  html: string | null;
}

const toFinding = ({ html, signals, ...row }: Row, { page, order }: { page: string; order: number }): Finding => ({
  ...row,
  page,
  signals: signals === null ? (html === null ? null : readSignals({ ...row, html }, order)) : Signals.parse(signals),
});

/** Reads rows in batches, so that a large audit doesn't block the embedded database's event loop. */
const readAll = async (read: (after: string) => Promise<Row[]>): Promise<Finding[]> => {
  const found: Finding[] = [];
  const keyOf = rememberKeys();
  let after = "00000000-0000-0000-0000-000000000000";
  while (found.length < mostCompared) {
    const rows = await read(after);
    for (const row of rows) found.push(toFinding(row, { page: keyOf(row.page_url), order: found.length }));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) break;
    after = last.id;
  }
  return found;
};

const readFindings = (db: Db, { id, website_id }: AuditKey): Promise<Finding[]> =>
  readAll(
    (after) => db.$queryRaw<Row[]>`
      SELECT n.id, n.rule_id, p.final_url AS page_url, n.selector, n.fingerprint, n.signals,
             CASE WHEN n.signals IS NULL THEN n.html END AS html
      FROM violation_nodes n JOIN scan_audits p ON p.id = n.page_id
      WHERE n.audit_id = ${id}::uuid AND n.id > ${after}::uuid
        AND NOT EXISTS (SELECT 1 FROM issues i WHERE i.website_id = ${website_id}::uuid
                        AND i.first_seen_audit_id <> ${id}::uuid AND i.signals_hash = n.signals_hash)
      ORDER BY n.id LIMIT ${batchSize}`,
  );

const readIssues = (db: Db, { id, website_id }: AuditKey): Promise<Finding[]> =>
  readAll(
    (after) => db.$queryRaw<Row[]>`
      SELECT i.id, i.rule_id, i.page_url, i.selector, i.fingerprint, i.signals, NULL AS html
      FROM issues i
      WHERE i.website_id = ${website_id}::uuid AND i.first_seen_audit_id <> ${id}::uuid AND i.id > ${after}::uuid
        AND NOT EXISTS (SELECT 1 FROM violation_nodes n
                        WHERE n.audit_id = ${id}::uuid AND n.signals_hash = i.signals_hash)
      ORDER BY i.id LIMIT ${batchSize}`,
  );

const pageColumns = { url: true, final_url: true, known_as: true, title: true } as const;

const readPages = (db: Db, audit_id: string) =>
  db.scanAudit.findMany({ where: { audit_id, error_code: null }, select: pageColumns, orderBy: { id: "asc" } });

type PageRow = Awaited<ReturnType<typeof readPages>>[number];

/** For pages whose URL has changed, stores the URL that earlier audits used. */
const writeKnownPages = async (
  db: Db,
  audit: AuditKey,
  { now, before, found }: { now: readonly PageRow[]; before: readonly PageRow[]; found: ReadonlyMap<string, string> },
): Promise<void> => {
  const names = new Map(before.map(({ final_url, known_as }) => [pageKey(final_url), known_as ?? final_url]));
  const rows = now.flatMap(({ url, final_url }) => {
    const name = names.get(found.get(pageKey(final_url)) ?? "");
    return name === undefined || name === final_url ? [] : [{ url, name }];
  });
  for (let start = 0; start < rows.length; start += batchSize)
    await db.$executeRaw`
      UPDATE scan_audits p SET known_as = r.name
      FROM jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + batchSize))}::jsonb) AS r (url text, name text)
      WHERE p.audit_id = ${audit.id}::uuid AND p.url = r.url`;
};

/** Reports whether there are issues from earlier audits that findings could match. */
const hasEarlierIssues = async (db: Db, { id, website_id, org_id }: AuditKey): Promise<boolean> =>
  (await db.issue.findFirst({
    where: { website_id, org_id, first_seen_audit_id: { not: id } },
    select: { id: true },
  })) !== null;

const onceEach = (pages: readonly KnownPage[]): KnownPage[] => [
  ...new Map(pages.map((page) => [pageKey(page.final_url), page])).values(),
];

/**
 * Recognises the findings of an audit that is about to end: gives each the fingerprint of the issue it matches, so that
 * triage and history carry over. Unchanged findings were already recognised when they were saved. Must run in a
 * transaction that holds the lock on the audit.
 */
export const recogniseFindings = async (db: Db, audit: AuditKey, base_id: string | null): Promise<void> => {
  if (!base_id && !(await hasEarlierIssues(db, audit))) return;
  const now = await readPages(db, audit.id);
  const before = base_id ? await readPages(db, base_id) : [];
  const findings = await readFindings(db, audit);
  const issues = findings.length > 0 ? await readIssues(db, audit) : [];
  // Includes pages that the previous audit missed but an earlier audit scanned.
  const missed = issues.map(({ page_url }) => ({ final_url: page_url, title: null }));
  const assigned = await assignFingerprints({
    audit_id: audit.id,
    findings: { now: findings, before: issues },
    pages: { now, before: onceEach([...missed, ...before]) },
  });
  await writeKnownPages(db, audit, { now, before, found: assigned.pages });
  await writeRecognised(db, audit, findings, { assigned, base_id });
  await refreshIssues(db, audit);
};
