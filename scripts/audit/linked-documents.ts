import type { DocumentProblem, DocumentReport, PageResult } from "@/server/scanner/contract";
import { layOut } from "./print-results";

export interface LinkedDocument extends Omit<DocumentReport, "linked_from"> {
  linked_from: string[];
}

/** The PDFs that the pages of a website link to. */
export interface LinkedDocuments {
  documents: LinkedDocument[];
  /** URLs of documents that weren't checked, because there were too many or the time limit was reached. */
  documents_not_checked: string[];
}

const problems: Readonly<Record<DocumentProblem, string>> = {
  too_large: "larger than 50 MB",
  encrypted: "encrypted",
  broken: "broken",
  over_limit: "too complex; only partly checked",
  not_pdf: "not a PDF",
  http_error: "the server returned an error",
  unreachable: "couldn't be downloaded",
  timeout: "the download took too long",
  blocked_address: "on a private network",
  too_many_redirects: "redirects too many times",
  left_site: "on another website",
  blocked_by_robots: "blocked by robots.txt",
  signed_out: "signed out, and signing in again didn't help",
  crashed: "the check crashed",
};

/** Collects the documents that a scan finds, with the pages that link to them. */
export class DocumentCollector {
  private readonly links = new Map<string, Set<string>>();
  private readonly reports: DocumentReport[] = [];

  addPage({ url, documents = [] }: PageResult): void {
    for (const document of documents) this.link(document, url);
  }

  add(report: DocumentReport): void {
    this.reports.push(report);
    for (const page of report.linked_from) this.link(report.url, page);
  }

  get result(): LinkedDocuments {
    const checked = new Set(this.reports.map(({ url }) => url));
    return {
      documents: this.reports.map((report) => ({ ...report, linked_from: [...(this.links.get(report.url) ?? [])] })),
      documents_not_checked: [...this.links.keys()].filter((url) => !checked.has(url)).sort(),
    };
  }

  private link(document: string, page: string): void {
    const pages = this.links.get(document) ?? new Set();
    this.links.set(document, pages.add(page));
  }
}

const countFailures = ({ findings }: DocumentReport): number =>
  findings.reduce((sum, { outcome, count }) => sum + (outcome === "failed" ? count : 0), 0);

const resultOf = (document: LinkedDocument): string => {
  const { problem, findings } = document;
  const failed = countFailures(document);
  const clauses = findings.filter(({ outcome }) => outcome === "failed").map(({ clause }) => clause);
  const found = failed > 0 ? `${failed} failed: ${clauses.join(", ")}` : "no failures";
  return problem === null ? found : [problems[problem], ...(failed > 0 ? [found] : [])].join("; ");
};

/** Returns the lines to print about documents at the end of an audit; none if no document is linked. */
export const summariseDocuments = ({ documents, documents_not_checked }: LinkedDocuments): string[] => {
  const left = documents_not_checked.length;
  if (documents.length + left === 0) return [];
  const rows = documents.map((document) => [String(document.linked_from.length), document.url, resultOf(document)]);
  return [
    "",
    "Linked PDFs (not part of the score; clauses of PDF/UA-1):",
    ...(rows.length > 0 ? [layOut([["Links", "PDF", "Result"], ...rows])] : []),
    ...(left > 0 ? [`  ${left} ${left === 1 ? "PDF wasn't" : "PDFs weren't"} checked.`] : []),
  ];
};
