import { DocumentDetail, type DocumentSummary, mostLinkingPages } from "../contract";
import { toDocumentOutput } from "../read-documents";
import { beforeAll, type ExportSource } from "./read-rows";

type DocumentFinding = DocumentDetail["findings"][number];

export interface ExportedDocument extends DocumentSummary {
  findings: DocumentFinding[];
  linked_from: string[];
}

type DocumentRow = Parameters<typeof toDocumentOutput>[0] & { findings: unknown; linked_from: string[] };

const batchSize = 50;

const readBatch = ({ sql, audit }: ExportSource, after: string): Promise<DocumentRow[]> =>
  sql.query(
    `SELECT d.id, d.url, d.final_url, d.title, d.http_status, d.bytes, d.pages, d.problem, d.critical, d.serious,
            d.moderate, d.minor, d.needs_review, d.findings, d.checked_at,
            (SELECT count(*)::int FROM audit_document_links WHERE document_id = d.id) AS linking_pages,
            ARRAY(SELECT page_url FROM audit_document_links WHERE document_id = d.id
                  ORDER BY page_url LIMIT ${mostLinkingPages}) AS linked_from
     FROM audit_documents d WHERE d.audit_id = $1::uuid AND d.id > $2::uuid ORDER BY d.id LIMIT ${batchSize}`,
    [audit.id, after],
  );

const toExported = (row: DocumentRow): ExportedDocument => ({
  ...toDocumentOutput(row),
  findings: DocumentDetail.shape.findings.parse(row.findings ?? []),
  linked_from: row.linked_from,
});

/** Yields all documents, in the order in which they were found. */
export async function* readDocuments(source: ExportSource): AsyncGenerator<ExportedDocument[]> {
  let after: string | undefined = beforeAll;
  while (after) {
    const rows: DocumentRow[] = await readBatch(source, after);
    if (rows.length > 0) yield rows.map(toExported);
    after = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  }
}

export interface FindingInDocument extends DocumentFinding {
  document: ExportedDocument;
}

/** Yields the findings in all documents. */
export async function* readDocumentFindings(source: ExportSource): AsyncGenerator<FindingInDocument[]> {
  for await (const documents of readDocuments(source))
    yield documents.flatMap((document) => document.findings.map((finding) => ({ ...finding, document })));
}

/**
 * Returns an id that identifies a clause as a separate rule, because each rule for documents covers several conditions.
 */
export const documentRuleId = ({ rule_id, clause }: Pick<DocumentFinding, "rule_id" | "clause">): string =>
  `${rule_id}/${clause}`;

/** Returns one finding for each clause that has findings, to describe the clause. */
export const readFoundClauses = async ({ sql, audit }: ExportSource): Promise<DocumentFinding[]> => {
  const rows: { finding: unknown }[] = await sql.query(
    `SELECT DISTINCT ON (finding ->> 'clause') finding
     FROM audit_documents, jsonb_array_elements(findings) AS finding
     WHERE audit_id = $1::uuid ORDER BY finding ->> 'clause'`,
    [audit.id],
  );
  return DocumentDetail.shape.findings.parse(rows.map(({ finding }) => finding));
};

/** Returns why all or part of a document wasn't checked; null if it was checked in full. */
export const uncheckedSentence = ({ problem, checked_at }: DocumentSummary): string | null => {
  if (problem === "over_limit") return "Only part of this document was checked (over_limit).";
  if (problem) return `This document wasn't checked (${problem}).`;
  return checked_at === null ? "This document wasn't checked." : null;
};
