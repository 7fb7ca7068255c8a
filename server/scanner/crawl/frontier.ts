import { readRoute } from "../hash-route";
import { addressKey, isLikelyFile, normalizeAddress } from "./addresses";
import { HashRoutes } from "./hash-routes";
import { createTrapDetector } from "./traps";

/** The group of a listed URL; null if the URL doesn't belong to one. */
type Listed = { group: string | null };

/** A page to load. If its kind is `links`, it is loaded just for its links and isn't reported. */
export interface Target {
  url: string;
  kind: "scan" | "links";
  /** Number of clicks from the start page; 1 for pages found in a sitemap. */
  depth: number;
  /** Position in the order in which targets are returned. Links on a page with an earlier position come first. */
  turn: number;
  givenAt: number;
  /** The first page found to link to this one; null if this page wasn't found through a link. */
  from: string | null;
  /** Set if the URL list contains this page. */
  listed: Listed | null;
}

interface Candidate {
  url: string;
  kind: Target["kind"];
  depth: number;
  order: number;
  from: string | null;
  listed: Listed | null;
}

type Origin = [from: string | null, listed?: Listed];

export type Source = "start" | "list" | "link" | "sitemap" | "known";

export interface FrontierOptions {
  /** The origins whose pages belong to the website, with the main origin first. */
  origins: readonly string[];
  /** Variants of the main origin, such as http instead of https. */
  aliases: readonly string[];
  /** Variants of the main origin that only listed URLs may use, such as the host with or without "www.". */
  listedAliases?: readonly string[];
  maxPages: number;
  pagesDone: number;
  /** URLs that have already been scanned. */
  skip: readonly string[];
  /** Reports whether a URL passes the caller's patterns and robots.txt. */
  isWanted: (address: string) => boolean;
  /** Whether only listed URLs are accepted. */
  listOnly?: boolean;
}

const CANDIDATES_PER_PAGE = 10;
const LINKS_PER_PAGE = 10_000;
const LINKS_AT_ONCE = 50;
/** Maximum time for which other URLs wait for the links on a page. */
const PATIENCE_MS = 10_000;

const linkLane = (depth: number): number => (depth <= 1 ? 1 : depth + 1);

/**
 * Listed URLs come right after the start page. Links on the home page come before the sitemap, because the website
 * itself puts them first. Deeper links come last.
 */
const laneOf = (source: Source, depth: number): number => {
  if (source === "start" || source === "list") return 0;
  return source === "link" ? linkLane(depth) : 2;
};

/**
 * Keeps track of a scan's URLs: found, waiting, in progress, done. Respects `maxPages` and never returns a URL twice.
 *
 * If a website has more pages than the limit, every scan selects the same pages: a URL is returned only after every
 * page that could contain higher-ranking links has been read, and URLs of equal rank are returned in the order of the
 * pages where they were found.
 */
export class Frontier {
  /** The queued URLs by rank. A sorted lane is in reverse order, so that its first URL is at the end. */
  private readonly lanes: Candidate[][] = [];
  private readonly unsorted = new Set<number>();
  private readonly waiting = new Map<string, Candidate>();
  private readonly unread = new Set<Target>();
  /** Maps the key of each known URL to the key of the target it belongs to. */
  private readonly seen = new Map<string, string>();
  private readonly skipped: Set<string>;
  private readonly isTrap = createTrapDetector();
  readonly routes = new HashRoutes();
  private readonly origins: Set<string>;
  private readonly aliases: Set<string>;
  private readonly listedAliases: Set<string>;
  private found: string[] = [];
  private done: number;
  private underWay = 0;
  private waitingScans = 0;
  private turns = 0;
  /** Whether only listed URLs are accepted. Set by the scan once a sample has been drawn. */
  listOnly: boolean;

  constructor(private readonly options: FrontierOptions) {
    this.done = options.pagesDone;
    this.listOnly = options.listOnly ?? false;
    this.origins = new Set(options.origins);
    this.aliases = new Set(options.aliases);
    this.listedAliases = new Set([...options.aliases, ...(options.listedAliases ?? [])]);
    this.routes.trust(options.skip);
    this.skipped = new Set(
      options.skip.flatMap((url) => this.pageAddress(url, normalizeAddress(url)) ?? []).map(addressKey),
    );
  }

  /** Total number of pages that this scan is currently expected to deliver. */
  get total(): number {
    return Math.min(this.options.maxPages, this.done + this.underWay + this.waitingScans);
  }

  /** Whether the expected pages already use up the limit. */
  get isAtLimit(): boolean {
    return this.total >= this.options.maxPages;
  }

  get hasWork(): boolean {
    return this.lanes.some((lane) => lane && lane.length > 0) && this.done + this.underWay < this.options.maxPages;
  }

  /** Returns a page's URL, with the main origin in place of an alias; null if the page isn't part of the website. */
  siteAddress(href: string, base?: string): string | null {
    return this.toOwn(normalizeAddress(href, base), this.aliases);
  }

  /** Like `siteAddress`, but with the route in the fragment if it distinguishes the pages of the document. */
  pageAddress(href: string, address = this.siteAddress(href)): string | null {
    return address === null ? null : this.routes.complete(address, href);
  }

  /** Like `pageAddress`, but for a URL that a person listed. The URL's route is accepted without a test. */
  listedAddress(href: string): string | null {
    const address = this.toOwn(normalizeAddress(href), this.listedAliases);
    if (address !== null) this.routes.trust([address + readRoute(href)]);
    return this.pageAddress(href, address);
  }

  /** Like `siteAddress`, but with anything in the fragment that looks like a route. */
  linkAddress(href: string): string | null {
    const address = this.siteAddress(href);
    return address === null ? null : address + readRoute(href);
  }

  /**
   * Queues URLs that are new, wanted and part of this website. `first` is the position of the first of these URLs among
   * all URLs from the source.
   */
  add(hrefs: readonly string[], source: Exclude<Source, "link">, first = 0): void {
    for (const [index, href] of hrefs.entries())
      this.addOne(href, source, source === "start" ? 0 : 1, first + index, null);
  }

  /**
   * Queues listed URLs, even those that the caller's patterns or robots.txt exclude, because the result has to say why
   * they can't be scanned. Returns those that aren't part of this website.
   */
  addListed(hrefs: readonly string[], group: string | null, first: number): string[] {
    return hrefs.filter((href, index) => {
      this.addOne(href, "list", 1, first + index, null, { group });
      return this.listedAddress(href) === null;
    });
  }

  /** Reports whether an earlier scan that this one continues has delivered the result for this URL. */
  isSkipped(href: string): boolean {
    const address = this.pageAddress(href, normalizeAddress(href));
    return address !== null && this.skipped.has(addressKey(address));
  }

  /** Counts a page that is delivered without having been queued. */
  countDelivered(): void {
    this.done += 1;
  }

  /** Queues the links on a page, and releases the URLs that were waiting for these links. */
  addLinks(hrefs: readonly string[], page: Target): void {
    for (const _ of this.addLinksInParts(hrefs, page));
  }

  /** Like `addLinks`, but yields after every 50 links, because checking many links can take a while. */
  *addLinksInParts(hrefs: readonly string[], page: Target): Generator<void> {
    const first = (page.turn + 1) * LINKS_PER_PAGE;
    for (const [index, href] of hrefs.slice(0, LINKS_PER_PAGE).entries()) {
      this.addOne(href, "link", page.depth + 1, first + index, page.url);
      if (index % LINKS_AT_ONCE === LINKS_AT_ONCE - 1) yield;
    }
    this.unread.delete(page);
  }

  /**
   * Makes other URLs wait for a page's late links, which are found after its other links. Returns the target to pass to
   * `addLinks` once the late links are found.
   */
  holdFor(page: Target): Target {
    const held = { ...page, givenAt: performance.now() };
    this.unread.add(held);
    return held;
  }

  /** Queues a page to load just for its links, without reporting or counting it. */
  addForLinks(href: string): void {
    if (this.listOnly) return;
    const address = this.siteAddress(href);
    if (address === null || this.seen.has(`links ${addressKey(address)}`)) return;
    this.seen.set(`links ${addressKey(address)}`, addressKey(address));
    this.put(0, { url: address, kind: "links", depth: 0, order: this.seen.size, from: null, listed: null });
  }

  /** Returns the next URL to load, or undefined if there is none for now. */
  next(): Target | undefined {
    if (!this.hasWork) return undefined;
    const lane = this.lanes.findIndex((candidates) => candidates && candidates.length > 0);
    if (this.mustWait(lane)) return undefined;
    const candidate = this.sorted(lane).pop();
    if (!candidate) return undefined;
    this.waiting.delete(addressKey(candidate.url));
    this.turns += 1;
    const { url, kind, depth, from, listed } = candidate;
    const target: Target = { url, kind, depth, turn: this.turns, givenAt: performance.now(), from, listed };
    this.unread.add(target);
    if (kind === "scan") {
      this.underWay += 1;
      this.waitingScans -= 1;
    }
    return target;
  }

  /**
   * Claims the URL that a page redirected to or declares as canonical. Returns false if the page is a duplicate,
   * because the URL has already been scanned or another page has claimed it.
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

  /** Releases the URLs that were waiting for this page's links. */
  stopWaitingFor(target: Target): void {
    this.unread.delete(target);
  }

  /** Requeues a page whose scan was interrupted for a reason unrelated to the page. */
  giveBack(target: Target): void {
    this.unread.delete(target);
    const { url, kind, depth, turn, from, listed } = target;
    this.put(0, { url, kind, depth, order: turn, from, listed });
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

  private toOwn(address: string | null, aliases: ReadonlySet<string>): string | null {
    if (address === null) return null;
    const { origin, pathname, search } = new URL(address);
    if (this.origins.has(origin)) return address;
    const own = this.options.origins[0];
    return own !== undefined && aliases.has(origin) ? own + pathname + search : null;
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

  private addOne(href: string, source: Source, depth: number, order: number, ...more: Origin): void {
    const [from, listed = null] = more;
    const address = this.acceptedAddress(href, source);
    if (address === null) return;
    const key = addressKey(address);
    if (this.seen.has(key) || this.skipped.has(key)) {
      this.moveForward(key, source, depth, order);
      const waiting = listed ? this.waiting.get(key) : undefined;
      if (waiting) waiting.listed ??= listed;
      return;
    }
    if (!this.isWelcome(address, source)) return;
    this.seen.set(key, key);
    const candidate: Candidate = { url: address, kind: "scan", depth, order, from, listed };
    this.waiting.set(key, candidate);
    this.put(laneOf(source, depth), candidate);
    this.waitingScans += 1;
    // Known URLs aren't reported as found, because the caller supplied them.
    if (source !== "known") this.found.push(address);
  }

  private acceptedAddress(href: string, source: Source): string | null {
    if (source === "known") this.routes.trust([href]);
    if (this.listOnly && source !== "list") return null;
    const address = source === "list" ? this.listedAddress(href) : this.pageAddress(href);
    return address === null || (source !== "start" && isLikelyFile(address)) ? null : address;
  }

  private isWelcome(address: string, source: Source): boolean {
    if (source === "list" || this.options.isWanted(address))
      return source !== "link" || !(this.isFull() || this.isTrap(address));
    if (source === "start") this.addForLinks(address);
    return false;
  }

  /** Moves a waiting URL forward if an earlier page, or one closer to the start page, also links to it. */
  private moveForward(key: string, source: Source, depth: number, order: number): void {
    const known = this.waiting.get(key);
    if (!known || source !== "link" || known.depth < depth) return;
    if (known.depth === depth && known.order <= order) return;
    if (known.depth > depth) this.moveCloser(known, depth);
    known.order = order;
    this.unsorted.add(linkLane(depth));
  }

  /** Moves a URL to where it belongs if it was first found too late or through a page of a journey. */
  private moveCloser(candidate: Candidate, depth: number): void {
    const lane = this.lanes[linkLane(candidate.depth)] ?? [];
    lane.splice(lane.indexOf(candidate), 1);
    candidate.depth = depth;
    this.put(linkLane(depth), candidate);
  }

  private isFull(): boolean {
    return this.waitingScans >= this.options.maxPages * CANDIDATES_PER_PAGE;
  }
}
