import { addressKey, looksLikeFile, normalizeAddress } from "./addresses";
import { createTrapDetector } from "./traps";

/** `links` loads a page just for its links, and reports nothing. */
export interface Target {
  url: string;
  kind: "scan" | "links";
  /** Clicks from the start page; a page found in a sitemap counts as one. */
  depth: number;
  /** Position among all targets returned so far; links of an earlier page come before those of a later one. */
  turn: number;
  givenAt: number;
}

interface Candidate {
  url: string;
  kind: Target["kind"];
  depth: number;
  order: number;
}

export type Source = "start" | "link" | "sitemap" | "known";

export interface FrontierOptions {
  /** The site's own origin first; pages of the others belong to the site too. */
  origins: readonly string[];
  /** Variants of the first origin, such as http instead of https. */
  aliases: readonly string[];
  maxPages: number;
  pagesDone: number;
  /** URLs that are done and aren't scanned again. */
  skip: readonly string[];
  /** Reports whether a URL passes the caller's patterns and robots.txt. */
  isWanted: (address: string) => boolean;
}

const CANDIDATES_PER_PAGE = 10;
const LINKS_PER_PAGE = 10_000;
const LINKS_AT_ONCE = 50;
/** A page that takes longer to load doesn't hold up the ones after it. */
const PATIENCE_MS = 10_000;

const linkLane = (depth: number): number => (depth <= 1 ? 1 : depth + 1);

/** Home page links come before the sitemap because the site itself puts them first; deeper links come last. */
const laneOf = (source: Source, depth: number): number => {
  if (source === "start") return 0;
  return source === "link" ? linkLane(depth) : 2;
};

/**
 * The URLs of one scan: found, waiting, in progress, done. Respects `maxPages` and never returns a URL twice.
 *
 * A site with more pages than the limit yields the same ones in every scan: a URL is returned only once every page that
 * could have links ahead of it has been read, and URLs of equal rank follow the order of the pages they were found on.
 */
export class Frontier {
  /** Each lane, once sorted, is in reverse order. */
  private readonly lanes: Candidate[][] = [];
  private readonly unsorted = new Set<number>();
  private readonly waiting = new Map<string, Candidate>();
  private readonly unread = new Set<Target>();
  /** Key of each known URL, with the key of the target it belongs to. */
  private readonly seen = new Map<string, string>();
  private readonly skipped: Set<string>;
  private readonly isTrap = createTrapDetector();
  private readonly origins: Set<string>;
  private readonly aliases: Set<string>;
  private found: string[] = [];
  private done: number;
  private underWay = 0;
  private waitingScans = 0;
  private turns = 0;

  constructor(private readonly options: FrontierOptions) {
    this.done = options.pagesDone;
    this.origins = new Set(options.origins);
    this.aliases = new Set(options.aliases);
    this.skipped = new Set(options.skip.flatMap((url) => normalizeAddress(url) ?? []).map(addressKey));
  }

  /** Number of pages this scan will deliver in total, as far as is known now. */
  get total(): number {
    return Math.min(this.options.maxPages, this.done + this.underWay + this.waitingScans);
  }

  get hasWork(): boolean {
    return this.lanes.some((lane) => lane && lane.length > 0) && this.done + this.underWay < this.options.maxPages;
  }

  /** Returns the URL of a page of this site as the site spells it, or null when it isn't one. */
  siteAddress(href: string, base?: string): string | null {
    const address = normalizeAddress(href, base);
    if (address === null) return null;
    const url = new URL(address);
    if (this.origins.has(url.origin)) return address;
    const own = this.options.origins[0];
    return own !== undefined && this.aliases.has(url.origin) ? own + url.pathname + url.search : null;
  }

  /**
   * Queues URLs that are new, wanted and part of this site. `first` is the position of the first of these URLs among
   * all URLs of the source.
   */
  add(hrefs: readonly string[], source: Exclude<Source, "link">, first = 0): void {
    for (const [index, href] of hrefs.entries()) this.addOne(href, source, source === "start" ? 0 : 1, first + index);
  }

  /** Queues the links of a page, and releases the URLs that had to wait for them. */
  addLinks(hrefs: readonly string[], page: Target): void {
    for (const _ of this.addLinksInParts(hrefs, page));
  }

  /** Like `addLinks`, but yields every 50 links, because a page may have many that each take a while to check. */
  *addLinksInParts(hrefs: readonly string[], page: Target): Generator<void> {
    const first = (page.turn + 1) * LINKS_PER_PAGE;
    for (const [index, href] of hrefs.slice(0, LINKS_PER_PAGE).entries()) {
      this.addOne(href, "link", page.depth + 1, first + index);
      if (index % LINKS_AT_ONCE === LINKS_AT_ONCE - 1) yield;
    }
    this.unread.delete(page);
  }

  /** Queues a page that is loaded just for its links, and neither reported nor counted. */
  addForLinks(href: string): void {
    const address = this.siteAddress(href);
    if (address === null || this.seen.has(`links ${addressKey(address)}`)) return;
    this.seen.set(`links ${addressKey(address)}`, addressKey(address));
    this.put(0, { url: address, kind: "links", depth: 0, order: this.seen.size });
  }

  /** Returns the next URL to load, or undefined when there is none, or none yet. */
  next(): Target | undefined {
    if (!this.hasWork) return undefined;
    const lane = this.lanes.findIndex((candidates) => candidates && candidates.length > 0);
    if (this.mustWait(lane)) return undefined;
    const candidate = this.sorted(lane).pop();
    if (!candidate) return undefined;
    this.waiting.delete(addressKey(candidate.url));
    this.turns += 1;
    const { url, kind, depth } = candidate;
    const target: Target = { url, kind, depth, turn: this.turns, givenAt: performance.now() };
    this.unread.add(target);
    if (kind === "scan") {
      this.underWay += 1;
      this.waitingScans -= 1;
    }
    return target;
  }

  /**
   * Claims the URL that a page ended at or declares as canonical. Returns false when another page has it, which makes
   * this one a duplicate.
   */
  claim(address: string, target: Target): boolean {
    const key = addressKey(address);
    const owner = addressKey(target.url);
    if (this.skipped.has(key)) return false;
    const known = this.seen.get(key);
    this.seen.set(key, known ?? owner);
    return known === undefined || known === owner;
  }

  finish(target: Target, outcome: "delivered" | "dropped"): void {
    this.unread.delete(target);
    if (target.kind === "links") return;
    this.underWay -= 1;
    if (outcome === "delivered") this.done += 1;
  }

  /** Releases the URLs that had to wait for this page's links. */
  stopWaitingFor(target: Target): void {
    this.unread.delete(target);
  }

  /** Requeues a page that was interrupted by something other than the page itself. */
  giveBack(target: Target): void {
    this.unread.delete(target);
    this.put(0, { url: target.url, kind: target.kind, depth: target.depth, order: target.turn });
    if (target.kind === "links") return;
    this.underWay -= 1;
    this.waitingScans += 1;
  }

  /** Returns the URLs queued since the last call. */
  takeFound(): string[] {
    const found = this.found;
    this.found = [];
    return found;
  }

  private put(lane: number, candidate: Candidate): void {
    this.lanes[lane] ??= [];
    this.lanes[lane].push(candidate);
    this.unsorted.add(lane);
  }

  private sorted(lane: number): Candidate[] {
    const candidates = this.lanes[lane] ?? [];
    if (this.unsorted.delete(lane)) candidates.sort((a, b) => b.order - a.order);
    return candidates;
  }

  private mustWait(lane: number): boolean {
    const now = performance.now();
    return [...this.unread].some((page) => linkLane(page.depth + 1) <= lane && now - page.givenAt < PATIENCE_MS);
  }

  private addOne(href: string, source: Source, depth: number, order: number): void {
    const address = this.siteAddress(href);
    if (address === null || (source !== "start" && looksLikeFile(address))) return;
    const key = addressKey(address);
    if (this.seen.has(key) || this.skipped.has(key)) {
      this.moveForward(key, source, depth, order);
      return;
    }
    if (!this.options.isWanted(address)) {
      if (source === "start") this.addForLinks(address);
      return;
    }
    if (source === "link" && (this.isFull() || this.isTrap(address))) return;
    this.seen.set(key, key);
    const candidate: Candidate = { url: address, kind: "scan", depth, order };
    this.waiting.set(key, candidate);
    this.put(laneOf(source, depth), candidate);
    this.waitingScans += 1;
    // The caller supplied the known URLs, so they aren't reported back.
    if (source !== "known") this.found.push(address);
  }

  /** Moves a waiting URL forward when it is found again on an earlier page. */
  private moveForward(key: string, source: Source, depth: number, order: number): void {
    const known = this.waiting.get(key);
    if (!known || source !== "link" || known.depth !== depth || known.order <= order) return;
    known.order = order;
    this.unsorted.add(linkLane(depth));
  }

  private isFull(): boolean {
    return this.waitingScans >= this.options.maxPages * CANDIDATES_PER_PAGE;
  }
}
