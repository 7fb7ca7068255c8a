import { addressKey, looksLikeFile, normalizeAddress } from "./addresses";
import { createTrapDetector } from "./traps";

/** `links` loads a page only for the links on it, and reports nothing. */
export interface Target {
  url: string;
  kind: "scan" | "links";
  depth: number;
}

export type Source = "start" | "link" | "sitemap" | "known";

export interface FrontierOptions {
  /** The site's own origin first; pages of the others belong to it as well. */
  origins: readonly string[];
  /** Other spellings of the first origin, such as http for https. */
  aliases: readonly string[];
  maxPages: number;
  pagesDone: number;
  /** Addresses that are done; they are not scanned again. */
  skip: readonly string[];
  /** Whether an address passes the caller's patterns and robots.txt. */
  isWanted: (address: string) => boolean;
}

const CANDIDATES_PER_PAGE = 10;
const LANES = 4;

/** Home page links come before the sitemap, as they are what the site itself puts first; deeper links come last. */
const laneOf = (source: Source, depth: number): number => {
  if (source === "start") return 0;
  if (source === "link" && depth === 1) return 1;
  return source === "link" ? 3 : 2;
};

/** The addresses of one scan: found, waiting, under way, done. Keeps to `maxPages` and never gives an address twice. */
export class Frontier {
  private readonly lanes: Target[][] = Array.from({ length: LANES }, () => []);
  /** Key of each known address, with the key of the target it belongs to. */
  private readonly seen = new Map<string, string>();
  private readonly skipped: Set<string>;
  private readonly isTrap = createTrapDetector();
  private readonly origins: Set<string>;
  private readonly aliases: Set<string>;
  private found: string[] = [];
  private done: number;
  private underWay = 0;
  private waitingScans = 0;

  constructor(private readonly options: FrontierOptions) {
    this.done = options.pagesDone;
    this.origins = new Set(options.origins);
    this.aliases = new Set(options.aliases);
    this.skipped = new Set(options.skip.flatMap((url) => normalizeAddress(url) ?? []).map(addressKey));
  }

  /** Pages this scan will have delivered in the end, as far as is known now. */
  get total(): number {
    return Math.min(this.options.maxPages, this.done + this.underWay + this.waitingScans);
  }

  get hasWork(): boolean {
    return this.lanes.some((lane) => lane.length > 0) && this.done + this.underWay < this.options.maxPages;
  }

  /** Address of a page of this site in the spelling it is known by, or null when it is none. */
  siteAddress(href: string, base?: string): string | null {
    const address = normalizeAddress(href, base);
    if (address === null) return null;
    const url = new URL(address);
    if (this.origins.has(url.origin)) return address;
    const own = this.options.origins[0];
    return own !== undefined && this.aliases.has(url.origin) ? own + url.pathname + url.search : null;
  }

  /** Puts addresses in the queue that are new, of this site and wanted. */
  add(hrefs: readonly string[], source: Source, depth = 0): void {
    for (const href of hrefs) this.addOne(href, source, depth);
  }

  /** A page of the skip list whose links are wanted: it is loaded, but neither reported nor counted. */
  addForLinks(href: string): void {
    const address = this.siteAddress(href);
    if (address === null || this.seen.has(`links ${addressKey(address)}`)) return;
    this.seen.set(`links ${addressKey(address)}`, addressKey(address));
    this.lanes[0]?.push({ url: address, kind: "links", depth: 0 });
  }

  next(): Target | undefined {
    if (!this.hasWork) return undefined;
    const target = this.lanes.find((lane) => lane.length > 0)?.shift();
    if (target?.kind === "scan") {
      this.underWay += 1;
      this.waitingScans -= 1;
    }
    return target;
  }

  /** Claims the address a page ended at or calls its own. False when another page has it: this one is its double. */
  claim(address: string, target: Target): boolean {
    const key = addressKey(address);
    const owner = addressKey(target.url);
    if (this.skipped.has(key)) return false;
    const known = this.seen.get(key);
    this.seen.set(key, known ?? owner);
    return known === undefined || known === owner;
  }

  finish(target: Target, outcome: "delivered" | "dropped"): void {
    if (target.kind === "links") return;
    this.underWay -= 1;
    if (outcome === "delivered") this.done += 1;
  }

  /** Takes a page back that could not be finished through no fault of its own. */
  giveBack(target: Target): void {
    this.lanes[0]?.push(target);
    if (target.kind === "links") return;
    this.underWay -= 1;
    this.waitingScans += 1;
  }

  /** Addresses put in the queue since the last call. */
  takeFound(): string[] {
    const found = this.found;
    this.found = [];
    return found;
  }

  private addOne(href: string, source: Source, depth: number): void {
    const address = this.siteAddress(href);
    if (address === null || (source !== "start" && looksLikeFile(address))) return;
    const key = addressKey(address);
    if (this.seen.has(key) || this.skipped.has(key)) return;
    if (!this.options.isWanted(address)) {
      if (source === "start") this.addForLinks(address);
      return;
    }
    if (source === "link" && this.isFull()) return;
    if (source === "link" && this.isTrap(address)) return;
    this.seen.set(key, key);
    this.lanes[laneOf(source, depth)]?.push({ url: address, kind: "scan", depth });
    this.waitingScans += 1;
    this.found.push(address);
  }

  private isFull(): boolean {
    return this.waitingScans >= this.options.maxPages * CANDIDATES_PER_PAGE;
  }
}
