import { setImmediate } from "node:timers/promises";
import { type KnownDocument, MAX_LISTED_DOCUMENTS, MAX_PAGE_DOCUMENTS, MAX_REPORTED_LINKS } from "../document-report";

export interface FoundDocument {
  url: string;
  /** Pages that link to the document but whose results don't list it. */
  linkedFrom: string[];
}

interface Link {
  url: string;
  isPdf?: boolean;
}

interface Options {
  /** Maximum number of documents to check, including those that were delivered earlier. */
  max: number;
  known: readonly KnownDocument[];
  /** URLs of documents that have already been delivered. */
  skip: readonly string[];
  /** Returns the URL of a document that belongs to the website and may be requested; null for any other. */
  toOwn: (href: string) => string | null;
  /** Reports whether a URL is known to return a PDF. */
  isPdf: (href: string) => boolean;
}

const LINKS_AT_ONCE = 200;

export const isPdfLink = ({ url, isPdf = false }: Link): boolean =>
  isPdf || /\.pdf$/i.test(url.split(/[?#]/, 1)[0] ?? "");

/** Keeps track of the PDFs that a website's pages link to. */
export class DocumentList {
  private readonly found = new Map<string, { pages: number; linkedFrom: string[] }>();
  private readonly links = new WeakMap<object, readonly Link[]>();

  constructor(private readonly options: Options) {
    for (const { url, pages } of options.known) this.found.set(url, { pages, linkedFrom: [] });
  }

  get isOff(): boolean {
    return this.options.max === 0;
  }

  /** Remembers the links on a page until the page's result is complete, because some PDFs are recognised only then. */
  noteLinks(page: object, links: readonly Link[]): void {
    if (!this.isOff) this.links.set(page, links);
  }

  /** Returns the documents that a page links to, and counts the links. */
  async linkedBy(page: object): Promise<string[]> {
    const linked = new Set<string>();
    for (const [index, link] of (this.links.get(page) ?? []).entries()) {
      const url = this.toDocument(link);
      if (url !== null && linked.size < MAX_PAGE_DOCUMENTS && this.list(url)) linked.add(url);
      if (index % LINKS_AT_ONCE === LINKS_AT_ONCE - 1) await setImmediate();
    }
    this.links.delete(page);
    for (const url of linked) this.count(url);
    return [...linked];
  }

  /**
   * Adds a document that `page` links to. Call this if the page's result isn't delivered or doesn't list the document.
   */
  add(url: string, page: string | null): void {
    const own = this.options.toOwn(url);
    if (this.isOff || own === null || !this.list(own)) return;
    const { linkedFrom } = this.count(own);
    if (page !== null && linkedFrom.length < MAX_REPORTED_LINKS && !linkedFrom.includes(page)) linkedFrom.push(page);
  }

  /**
   * Returns the documents to check, sorted by the number of pages that link to them (highest first), and then by URL.
   */
  toCheck(): FoundDocument[] {
    const skip = new Set(this.options.skip);
    return [...this.found]
      .filter(([url]) => !skip.has(url))
      .sort(([a, one], [b, other]) => other.pages - one.pages || (a < b ? -1 : 1))
      .slice(0, Math.max(0, this.options.max - skip.size))
      .map(([url, { linkedFrom }]) => ({ url, linkedFrom }));
  }

  private toDocument(link: Link): string | null {
    if (isPdfLink(link)) return this.options.toOwn(link.url);
    return this.options.isPdf(link.url) ? this.options.toOwn(link.url) : null;
  }

  /** Adds a document to the list. Returns false if the list is full. */
  private list(url: string): boolean {
    if (this.found.has(url)) return true;
    if (this.found.size >= MAX_LISTED_DOCUMENTS) return false;
    this.found.set(url, { pages: 0, linkedFrom: [] });
    return true;
  }

  private count(url: string): { pages: number; linkedFrom: string[] } {
    const entry = this.found.get(url) ?? { pages: 0, linkedFrom: [] };
    entry.pages += 1;
    return entry;
  }
}
