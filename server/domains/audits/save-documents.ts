import type { Db } from "@/server/core/context";
import { newId } from "@/server/core/ids";
import { type DocumentFinding, type DocumentReport, MAX_COUNT, MAX_LISTED_DOCUMENTS } from "@/server/scanner/contract";

interface LinkingPage {
  url: string;
  documents: readonly string[];
}

/** Returns the number of a document's failures by impact, and the number of its results that need review. */
const countByImpact = (findings: readonly DocumentFinding[]) => {
  const counts = { critical: 0, serious: 0, moderate: 0, minor: 0, needs_review: 0 };
  for (const { outcome, impact, count } of findings) {
    const key = outcome === "failed" ? impact : outcome;
    counts[key] = Math.min(counts[key] + count, MAX_COUNT);
  }
  return counts;
};

/**
 * Adds the documents that the audit doesn't have yet, up to the maximum. Returns the ids of the audit's documents with
 * these URLs, by URL.
 */
const addDocuments = async (db: Db, audit_id: string, urls: readonly string[]): Promise<Map<string, string>> => {
  const find = () =>
    db.auditDocument.findMany({ where: { audit_id, url: { in: [...urls] } }, select: { id: true, url: true } });
  const known = new Map((await find()).map(({ id, url }) => [url, id]));
  const fresh = urls.filter((url) => !known.has(url));
  if (fresh.length === 0) return known;
  const room = MAX_LISTED_DOCUMENTS - (await db.auditDocument.count({ where: { audit_id } }));
  const added = fresh.slice(0, Math.max(0, room)).map((url) => ({ id: newId(), audit_id, url }));
  await db.auditDocument.createMany({ data: added });
  for (const { id, url } of added) known.set(url, id);
  return known;
};

/**
 * Saves the documents that pages link to, and the results of those that have been checked. If a document is checked
 * more than once, keeps the first result. The caller must hold the lock on the audit.
 */
export const saveDocuments = async (
  db: Db,
  audit_id: string,
  pages: readonly LinkingPage[],
  reports: readonly DocumentReport[],
): Promise<void> => {
  const links = [
    ...reports.flatMap(({ url, linked_from }) => linked_from.map((page_url) => ({ url, page_url }))),
    ...pages.flatMap(({ url: page_url, documents }) => documents.map((url) => ({ url, page_url }))),
  ];
  const urls = [...new Set([...reports, ...links].map(({ url }) => url))];
  if (urls.length === 0) return;
  const ids = await addDocuments(db, audit_id, urls);
  await db.auditDocumentLink.createMany({
    data: links.flatMap(({ url, page_url }) => {
      const document_id = ids.get(url);
      return document_id ? [{ document_id, page_url }] : [];
    }),
    skipDuplicates: true,
  });
  for (const { url, linked_from: _, findings, ...report } of reports)
    await db.auditDocument.updateMany({
      where: { audit_id, url, checked_at: null },
      data: { ...report, ...countByImpact(findings), findings, checked_at: new Date() },
    });
};
