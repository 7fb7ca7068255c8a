import type { Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { batchSize } from "@/server/core/update-in-batches";
import type { Assigned } from "./assign-fingerprints";

export interface AuditKey {
  id: string;
  org_id: string;
  website_id: string;
}

const inBatches = async <Row>(rows: readonly Row[], write: (json: string) => Promise<number>): Promise<void> => {
  for (let start = 0; start < rows.length; start += batchSize)
    await write(JSON.stringify(rows.slice(start, start + batchSize)));
};

/** Gives unchanged findings on these pages the fingerprints of their issues. */
export const recogniseUnchanged = async (db: Db, audit: AuditKey, pageIds: readonly string[]): Promise<void> => {
  await db.$executeRaw`
    UPDATE violation_nodes n SET fingerprint = i.fingerprint
    FROM (SELECT DISTINCT ON (i.signals_hash) i.signals_hash, i.fingerprint
          FROM issues i JOIN violation_nodes m ON m.signals_hash = i.signals_hash
          WHERE m.page_id = ANY(${pageIds}::uuid[]) AND i.website_id = ${audit.website_id}::uuid
            AND i.first_seen_audit_id <> ${audit.id}::uuid
          ORDER BY i.signals_hash, i.last_seen_audit_id DESC, i.id) i
    WHERE n.page_id = ANY(${pageIds}::uuid[]) AND n.signals_hash = i.signals_hash AND n.fingerprint <> i.fingerprint`;
};

/** Inserts an issue for each of these findings whose fingerprint has no issue yet. */
export const insertIssues = (db: Db, audit: AuditKey, nodeIds: readonly string[]): Promise<void> =>
  inBatches(
    nodeIds.map((node_id) => ({ id: newId(), node_id })),
    (json) => db.$executeRaw`
      INSERT INTO issues (id, org_id, website_id, fingerprint, rule_id, impact, page_url, selector, component, signals,
                          signals_hash, first_seen_audit_id, first_failed_audit_id, last_seen_audit_id, first_seen_at,
                          last_seen_at)
      SELECT r.id, ${audit.org_id}::uuid, ${audit.website_id}::uuid, n.fingerprint, n.rule_id, n.impact, p.final_url,
             n.selector, n.component, n.signals, n.signals_hash, n.audit_id,
             CASE WHEN n.outcome = 'violation' THEN n.audit_id END, n.audit_id, now(), now()
      FROM jsonb_to_recordset(${json}::jsonb) AS r (id uuid, node_id uuid)
      JOIN violation_nodes n ON n.id = r.node_id JOIN scan_audits p ON p.id = n.page_id
      ORDER BY n.outcome, n.id
      ON CONFLICT (website_id, fingerprint) DO NOTHING`,
  );

interface Renamed {
  id: string;
  from: string;
  to: string;
}

const updateFingerprints = (db: Db, rows: readonly Renamed[]): Promise<void> =>
  inBatches(
    rows,
    (json) => db.$executeRaw`
      UPDATE violation_nodes n SET fingerprint = r.to
      FROM jsonb_to_recordset(${json}::jsonb) AS r (id uuid, "to" text) WHERE n.id = r.id`,
  );

interface Copy {
  id: string;
  source: string;
  from: string;
  to: string;
  page_url: string;
}

/** Copies issues, with their triage, to findings on other pages that earlier versions treated as the same page. */
const insertCopies = (db: Db, rows: readonly Copy[]): Promise<void> =>
  inBatches(
    rows,
    (json) => db.$executeRaw`
      INSERT INTO issues (id, org_id, website_id, fingerprint, rule_id, impact, page_url, selector, component, status,
                          note, assignee_id, triaged_by, triaged_at, triage_expires_at, policy_id, first_seen_audit_id, first_failed_audit_id,
                          last_seen_audit_id, first_seen_at, last_seen_at)
      SELECT r.id, i.org_id, i.website_id, r.to, i.rule_id, i.impact, r.page_url, i.selector, i.component, i.status,
             i.note, i.assignee_id, i.triaged_by, i.triaged_at, i.triage_expires_at, i.policy_id, i.first_seen_audit_id, i.first_failed_audit_id,
             i.last_seen_audit_id, i.first_seen_at, i.last_seen_at
      FROM jsonb_to_recordset(${json}::jsonb) AS r (id uuid, source uuid, "to" text, page_url text)
      JOIN issues i ON i.id = r.source
      ON CONFLICT (website_id, fingerprint) DO UPDATE
        SET status = excluded.status, note = excluded.note, assignee_id = excluded.assignee_id,
            triaged_by = excluded.triaged_by, triaged_at = excluded.triaged_at,
            triage_expires_at = excluded.triage_expires_at, policy_id = excluded.policy_id,
            first_seen_audit_id = excluded.first_seen_audit_id, first_seen_at = excluded.first_seen_at,
            first_failed_audit_id = excluded.first_failed_audit_id
        WHERE issues.triaged_at IS NULL`,
  );

/** Gives the previous audit's findings the fingerprints of the copies, so that they are compared as unchanged. */
const updateBase = (db: Db, base_id: string, rows: readonly Copy[]): Promise<void> =>
  inBatches(
    rows,
    (json) => db.$executeRaw`
      UPDATE violation_nodes n SET fingerprint = r.to
      FROM jsonb_to_recordset(${json}::jsonb) AS r ("from" text, "to" text, page_url text), scan_audits p
      WHERE n.audit_id = ${base_id}::uuid AND n.fingerprint = r.from AND p.id = n.page_id
        AND p.final_url = r.page_url`,
  );

/** Moves triage done during the audit to the issues that the findings were matched with. */
const moveTriage = (db: Db, audit: AuditKey, rows: readonly Renamed[]): Promise<void> =>
  inBatches(
    rows,
    (json) => db.$executeRaw`
      UPDATE issues i
      SET status = s.status, note = s.note, assignee_id = s.assignee_id, triaged_by = s.triaged_by,
          triaged_at = s.triaged_at, triage_expires_at = s.triage_expires_at, policy_id = s.policy_id
      FROM jsonb_to_recordset(${json}::jsonb) AS r ("from" text, "to" text)
      JOIN issues s ON s.website_id = ${audit.website_id}::uuid AND s.fingerprint = r.from
      WHERE i.website_id = ${audit.website_id}::uuid AND i.fingerprint = r.to AND s.triaged_at IS NOT NULL
        AND s.first_seen_audit_id = ${audit.id}::uuid`,
  );

const deleteUnused = (db: Db, { id, website_id }: AuditKey): Promise<number> => db.$executeRaw`
  DELETE FROM issues i
  WHERE i.website_id = ${website_id}::uuid AND i.first_seen_audit_id = ${id}::uuid
    AND NOT EXISTS (SELECT 1 FROM violation_nodes n WHERE n.audit_id = ${id}::uuid AND n.fingerprint = i.fingerprint)`;

/**
 * Stores the new fingerprints of an audit's findings. Inserts missing issues and deletes issues whose findings were
 * matched with other issues.
 */
export const writeRecognised = async (
  db: Db,
  audit: AuditKey,
  findings: readonly { id: string; fingerprint: string; page_url: string }[],
  { assigned, base_id }: { assigned: Assigned; base_id: string | null },
): Promise<void> => {
  const renamed = findings.flatMap(({ id, fingerprint: from }): Renamed[] => {
    const to = assigned.fingerprints.get(id);
    return to === undefined || to === from ? [] : [{ id, from, to }];
  });
  const copies = findings.flatMap(({ id, page_url }): Copy[] => {
    const source = assigned.copies.get(id);
    const to = assigned.fingerprints.get(id);
    return source && to ? [{ id: newId(), source: source.id, from: source.fingerprint, to, page_url }] : [];
  });
  await updateFingerprints(db, renamed);
  await insertCopies(db, copies);
  if (base_id) await updateBase(db, base_id, copies);
  await insertIssues(
    db,
    audit,
    renamed.map(({ id }) => id),
  );
  await moveTriage(db, audit, renamed);
  await deleteUnused(db, audit);
};

const lastOfBatch = async (db: Db, auditId: string, outcome: string, after: string): Promise<string | null> => {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (SELECT id FROM violation_nodes
                    WHERE audit_id = ${auditId}::uuid AND outcome = ${outcome}::finding_outcome AND id > ${after}::uuid
                    ORDER BY id LIMIT ${batchSize}) batch
    ORDER BY id DESC LIMIT 1`;
  return row?.id ?? null;
};

/** Updates the issues of an audit's findings with current data, without changing their triage. */
export const refreshIssues = async (db: Db, { id, website_id }: AuditKey): Promise<void> => {
  for (const outcome of ["needs_review", "violation"]) {
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const last = await lastOfBatch(db, id, outcome, after);
      if (last === null) break;
      await db.$executeRaw`
        UPDATE issues i
        SET last_seen_audit_id = ${id}::uuid, last_seen_at = now(), impact = n.impact, page_url = n.final_url,
            selector = n.selector, component = n.component, signals = n.signals, signals_hash = n.signals_hash,
            first_failed_audit_id = coalesce(i.first_failed_audit_id,
                                             CASE WHEN n.outcome = 'violation' THEN ${id}::uuid END)
        FROM (SELECT DISTINCT ON (n.fingerprint) n.*, p.final_url
              FROM violation_nodes n JOIN scan_audits p ON p.id = n.page_id
              WHERE n.audit_id = ${id}::uuid AND n.outcome = ${outcome}::finding_outcome AND n.id > ${after}::uuid
                AND n.id <= ${last}::uuid
              ORDER BY n.fingerprint, n.id) n
        WHERE i.website_id = ${website_id}::uuid AND i.fingerprint = n.fingerprint`;
      after = last;
    }
  }
};
