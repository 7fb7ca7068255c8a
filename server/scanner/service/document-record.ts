import { type DocumentReport, MAX_LISTED_DOCUMENTS, mostAddresses, type ScanOptions } from "../contract";
import type { DocumentParcel, WorkerMessage } from "./worker-messages";

/** After this many workers have exited while downloading a document, the supervisor gives up on the document. */
const MAX_STRIKES = 2;

export const toDocumentParcel = (report: DocumentReport): DocumentParcel => ({
  kind: "document",
  url: report.url,
  json: JSON.stringify(report),
});

const toCrashedParcel = (url: string): DocumentParcel =>
  toDocumentParcel({
    ...{ url, final_url: url, http_status: null, title: null, bytes: null, pages: null },
    ...{ problem: "crashed", findings: [], linked_from: [] },
  });

/** The supervisor's record of a scan's documents, with which another worker can continue the scan. */
export class DocumentRecord {
  private readonly pages: Map<string, number>;
  private readonly done = new Set<string>();
  private readonly strikes = new Map<string, number>();
  private open: string | null = null;

  constructor(private readonly options: ScanOptions) {
    this.pages = new Map(options.known_documents.map(({ url, pages }) => [url, pages]));
  }

  get isIdle(): boolean {
    return this.open === null;
  }

  note(message: WorkerMessage): void {
    if (message.type === "document_opened") this.open = message.url;
    else if (message.type === "document") this.finish(message.document.url);
    else if (message.type === "page") for (const url of message.page.documents ?? []) this.count(url);
  }

  clearOpen(): void {
    this.open = null;
  }

  /**
   * Counts a strike against the document that was being downloaded when the worker exited. If the supervisor now gives
   * up on the document, returns the document's result.
   */
  countStrike(): DocumentParcel | null {
    const url = this.open;
    this.open = null;
    if (url === null) return null;
    const strikes = (this.strikes.get(url) ?? 0) + 1;
    this.strikes.set(url, strikes);
    if (strikes < MAX_STRIKES) return null;
    this.finish(url);
    return toCrashedParcel(url);
  }

  /** Returns the options for a worker that continues the scan. */
  remaining(): Pick<ScanOptions, "known_documents" | "skip_documents"> {
    return {
      known_documents: [...this.pages].map(([url, pages]) => ({ url, pages })),
      skip_documents: [...this.options.skip_documents, ...this.done].slice(0, mostAddresses),
    };
  }

  private count(url: string): void {
    if (!this.pages.has(url) && this.pages.size >= MAX_LISTED_DOCUMENTS) return;
    this.pages.set(url, (this.pages.get(url) ?? 0) + 1);
  }

  private finish(url: string): void {
    this.done.add(url);
    if (this.open === url) this.open = null;
  }
}
