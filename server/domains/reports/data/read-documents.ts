import type { Db } from "@/server/core/context";
import { reviewableImpacts } from "@/server/core/impact";
import { type DocumentFinding, DocumentProblem } from "@/server/scanner/contract";
import { documentsInReport, type ReportDocuments } from "../report-data";

type Clause = ReportDocuments["clauses"][number];

const rankOf = ({ impact, outcome }: Clause): number =>
  reviewableImpacts.indexOf(outcome === "failed" ? impact : "needs_review");

/** Counts the documents with findings for each clause. A document has at most one finding per clause. */
const readClauses = async (db: Db, auditId: string): Promise<Clause[]> => {
  const rows = await db.$queryRaw<{ finding: DocumentFinding; documents: number }[]>`
    SELECT min(finding::text)::jsonb AS finding, count(DISTINCT id)::int AS documents
    FROM audit_documents, jsonb_array_elements(findings) AS finding
    WHERE audit_id = ${auditId}::uuid
    GROUP BY finding ->> 'clause'`;
  return rows
    .map(
      ({ finding: { clause, message, impact, outcome, criteria }, documents }): Clause => ({
        ...{ clause, message, impact, outcome, criteria, documents },
      }),
    )
    .sort((a, b) => rankOf(a) - rankOf(b) || b.documents - a.documents || (a.clause < b.clause ? -1 : 1));
};

/** Returns the results of checking linked documents; null if the pages don't link to any. */
export const readReportDocuments = async (db: Db, audit_id: string): Promise<ReportDocuments | null> => {
  const total = await db.auditDocument.count({ where: { audit_id } });
  if (total === 0) return null;
  const rows = await db.auditDocument.findMany({
    where: { audit_id, checked_at: { not: null } },
    omit: { findings: true },
    orderBy: [...reviewableImpacts.map((impact) => ({ [impact]: "desc" as const })), { id: "asc" as const }],
    take: documentsInReport,
  });
  const checked = await db.auditDocument.count({
    where: {
      audit_id,
      checked_at: { not: null },
      OR: [{ problem: null }, { problem: DocumentProblem.enum.over_limit }],
    },
  });
  return {
    total,
    not_checked: total - checked,
    list: rows.map(({ url, title, pages, problem, critical, serious, moderate, minor, needs_review }) => ({
      ...{ url, title, pages, problem },
      counts: { critical, serious, moderate, minor, needs_review },
    })),
    clauses: await readClauses(db, audit_id),
  };
};
