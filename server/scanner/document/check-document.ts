import { checkAnnotations } from "./checks/check-annotations";
import { checkContent } from "./checks/check-content";
import { checkDocumentParts } from "./checks/check-document-parts";
import { checkLanguages } from "./checks/check-languages";
import { checkMedia } from "./checks/check-media";
import { checkMetadata } from "./checks/check-metadata";
import { checkTables } from "./checks/check-tables";
import { checkTags } from "./checks/check-tags";
import type { CheckContext } from "./checks/context";
import { type ClauseId, clauses } from "./clauses";
import type { DocumentFinding, DocumentProblem, DocumentResult } from "./document-result";
import { listPages } from "./model/page-list";
import { readTitle } from "./model/read-title";
import { Structure } from "./model/structure";
import { Budget, OverBudgetError } from "./pdf/budget";
import { PdfFile } from "./pdf/pdf-file";

export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;

const limits = { milliseconds: 10_000, values: 20_000_000, keptValues: 4_000_000, streamBytes: 128 * 1024 * 1024 };
const ACCESSIBILITY_PERMISSION = 1 << 9;

const checks = [
  ...[checkMetadata, checkDocumentParts, checkLanguages, checkTags],
  ...[checkTables, checkAnnotations, checkMedia, checkContent],
];

class FindingList {
  private readonly found = new Map<ClauseId, { page: number | null; count: number }>();

  readonly report = (clause: ClauseId, page: number | null = null): void => {
    const known = this.found.get(clause) ?? { page, count: 0 };
    known.count += 1;
    if (page !== null && (known.page === null || page < known.page)) known.page = page;
    this.found.set(clause, known);
  };

  get findings(): DocumentFinding[] {
    return [...this.found].map(([clause, { page, count }]) => {
      const { ruleId, criteria, impact, message } = clauses[clause];
      const outcome = "needsReview" in clauses[clause] ? "needs_review" : "failed";
      return { ruleId, clause, criteria, impact, outcome, message, page, count };
    });
  }
}

const problemOf = (error: unknown): DocumentProblem => (error instanceof OverBudgetError ? "over_limit" : "broken");

/** Checks the permissions of an encrypted document, whose content can't be read. */
const checkEncryption = (file: PdfFile, list: FindingList): boolean => {
  const encryption = file.dict(file.trailer.get("Encrypt"));
  if (!encryption) return false;
  if (((file.number(encryption.get("P")) ?? 0) & ACCESSIBILITY_PERMISSION) === 0) list.report("7.16-1");
  return true;
};

const HEADER_BYTES = 1_024;

const checkHeader = (bytes: Buffer, list: FindingList): void => {
  const head = bytes.toString("latin1", 0, HEADER_BYTES);
  const [header = ""] = head.slice(Math.max(0, head.indexOf("%PDF-"))).split(/[\r\n]/, 1);
  if (!/^%PDF-1\.[0-7]$/.test(header)) list.report("6.1-1");
};

const runChecks = (file: PdfFile, list: FindingList): Omit<DocumentResult, "findings"> => {
  const { catalog } = file;
  if (checkEncryption(file, list)) return { problem: "encrypted", title: null, pages: 0 };
  const pages = listPages(file);
  if (!catalog || pages.length === 0) return { problem: "broken", title: null, pages: 0 };
  const title = readTitle(file);
  let problem: DocumentProblem | null = null;
  try {
    const structure = new Structure(file, new Map(pages.map(({ dict, number }) => [dict, number])));
    const hasLanguage = Boolean(file.text(catalog.get("Lang")));
    const context: CheckContext = { file, catalog, pages, structure, hasLanguage, report: list.report };
    for (const check of checks) check(context);
  } catch (error) {
    problem = problemOf(error);
  }
  return { problem, title, pages: pages.length };
};

/**
 * Checks the accessibility of a PDF: the conditions of PDF/UA-1 that can be tested automatically. Limits the time and
 * memory that a file can take, and never throws. If all or part of the document can't be checked, `problem` says why.
 */
export const checkDocument = (bytes: Uint8Array): DocumentResult => {
  if (bytes.length > MAX_DOCUMENT_BYTES) return { problem: "too_large", title: null, pages: 0, findings: [] };
  const list = new FindingList();
  try {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const file = new PdfFile(content, new Budget(limits));
    if (file.catalog) checkHeader(content, list);
    return { ...runChecks(file, list), findings: list.findings };
  } catch (error) {
    return { problem: problemOf(error), title: null, pages: 0, findings: list.findings };
  }
};
