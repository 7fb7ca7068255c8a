/** Maximum length of a URL. Longer ones aren't scanned anyway. */
const MAX_ADDRESS = 4_096;
/** Maximum number of characters needed to identify a piece of markup. */
const MARKUP_PREFIX = 100;

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const fromCode = (code: number, whole: string): string => (code <= 0x10ffff ? String.fromCodePoint(code) : whole);

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,8})|#x([0-9a-f]{1,8})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (decimal) return fromCode(Number(decimal), whole);
    return hex ? fromCode(Number.parseInt(hex, 16), whole) : (entities[name.toLowerCase()] ?? whole);
  });

/** Copies a URL, because a slice would keep the whole chunk in memory. */
const copy = (text: string): string => Buffer.from(text).toString();

export interface SitemapContents {
  pages: string[];
  sitemaps: string[];
}

/**
 * Reads a sitemap (sitemaps.org 0.9), XML or plain text, in chunks as they arrive. An XML parser would reject many real
 * sitemaps, because they aren't well-formed. This reader parses only what it needs to find URLs: tags, comments and
 * CDATA sections. Whatever the file contains, the reader examines each character a bounded number of times and keeps
 * only URLs in memory.
 */
export class SitemapReader {
  private found: string[] = [];
  private isIndex = false;
  private isMarkup = false;
  /**
   * Prefix of the sitemap's own elements. Elements with another prefix, such as `<image:loc>`, don't contain page URLs.
   */
  private prefix = "";
  private rest = "";
  /** The text that ends the current piece of markup, or null outside markup. */
  private until: string | null = null;
  private inData = false;
  /** Text of the URL that is being read, or null if no URL is being read. */
  private location: string | null = null;

  /** `limit` is the maximum number of URLs to read. */
  constructor(private readonly limit: number) {}

  /** Reads a chunk. Returns false when no more chunks are needed. */
  write(text: string): boolean {
    this.rest += text;
    this.read(false);
    return this.found.length < this.limit;
  }

  end(): SitemapContents {
    this.read(true);
    return this.isIndex ? { pages: [], sitemaps: this.found } : { pages: this.found, sitemaps: [] };
  }

  private read(isEnd: boolean): void {
    if (!this.isMarkup && this.rest.includes("<")) {
      this.isMarkup = true;
      this.found = [];
    }
    if (this.isMarkup) this.readMarkup(isEnd);
    else this.readLines(isEnd);
  }

  private readLines(isEnd: boolean): void {
    const lines = this.rest.split("\n");
    this.rest = isEnd ? "" : (lines.pop() ?? "").slice(0, MAX_ADDRESS + 1);
    for (const line of lines) {
      const address = line.length > MAX_ADDRESS ? "" : line.trim();
      if (/^https?:/i.test(address)) this.take(address);
    }
  }

  private readMarkup(isEnd: boolean): void {
    let at = 0;
    while (at < this.rest.length) {
      const next = this.until === null ? this.readText(at, isEnd) : this.readToEnd(at, this.until, isEnd);
      if (next === null) return;
      at = next;
    }
    this.rest = "";
  }

  /**
   * Reads to the end of the current piece of markup. If the end hasn't arrived yet, discards the part of `rest` that
   * has been read and returns null.
   */
  private readToEnd(at: number, until: string, isEnd: boolean): number | null {
    const end = this.rest.indexOf(until, at);
    const cut = end < 0 ? Math.max(at, this.rest.length - (isEnd ? 0 : until.length - 1)) : end;
    if (this.inData) this.addText(this.rest.slice(at, cut).replaceAll("&", "&amp;"));
    if (end < 0) {
      this.rest = this.rest.slice(cut);
      return null;
    }
    this.until = null;
    this.inData = false;
    return end + until.length;
  }

  /**
   * Reads to the next piece of markup and identifies it. If not enough of the markup has arrived yet, discards the part
   * of `rest` that has been read and returns null.
   */
  private readText(at: number, isEnd: boolean): number | null {
    const start = this.rest.indexOf("<", at);
    this.addText(this.rest.slice(at, start < 0 ? undefined : start));
    if (start < 0) return this.rest.length;
    const ahead = this.rest.slice(start, start + MARKUP_PREFIX);
    if (!isEnd && ahead.length < MARKUP_PREFIX && !ahead.includes(">")) {
      this.rest = this.rest.slice(start);
      return null;
    }
    return start + this.openMarkup(ahead);
  }

  /** Starts a piece of markup and returns the number of characters read from it. */
  private openMarkup(ahead: string): number {
    if (ahead.startsWith("<!--")) return this.skipTo("-->", 4);
    if (ahead.startsWith("<![CDATA[")) {
      this.inData = true;
      return this.skipTo("]]>", 9);
    }
    if (ahead.startsWith("<?")) return this.skipTo("?>", 2);
    if (ahead.startsWith("<!")) return this.skipTo(">", 2);
    const name = /^<\/?[^\s/>]*/.exec(ahead)?.[0] ?? "<";
    this.meetTag(name.toLowerCase());
    return this.skipTo(">", name.length);
  }

  private skipTo(until: string, length: number): number {
    this.until = until;
    return length;
  }

  private meetTag(tag: string): void {
    const [, prefix, root] = /^<([\w.-]*:)?(urlset|sitemapindex)$/.exec(tag) ?? [];
    if (root) this.prefix = prefix ?? "";
    if (root === "sitemapindex") this.isIndex = true;
    if (tag === `</${this.prefix}loc` && this.location !== null && this.location.length <= MAX_ADDRESS)
      this.take(decode(this.location).trim());
    this.location = tag === `<${this.prefix}loc` ? "" : null;
  }

  private addText(text: string): void {
    if (this.location !== null && this.location.length <= MAX_ADDRESS)
      this.location += text.slice(0, MAX_ADDRESS + 1 - this.location.length);
  }

  private take(address: string): void {
    if (this.found.length < this.limit) this.found.push(copy(address));
  }
}
