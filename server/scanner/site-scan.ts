import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { log } from "@/server/core/log";
import type { BrowserSession } from "./browser/browser-session";
import { TabCrashedError } from "./browser/tab-limits";
import { RuleChooser } from "./choose-rules";
import type { Lighthouse, ScanOptions } from "./contract";
import { addressKey } from "./crawl/addresses";
import { ScanFailedError, type Site } from "./crawl/discover-site";
import { createWallFinder, type FindWall } from "./crawl/find-wall";
import { Frontier, type Target } from "./crawl/frontier";
import { createLinkChecker, type LinkChecker } from "./crawl/link-checker";
import { createPacer, type Pacer, parseRetryAfter } from "./crawl/pacer";
import type { ScanEngine } from "./engine";
import { createScanMemory } from "./page/drive-page";
import { PageFailure, toPageError } from "./page/page-failure";
import type { PageFacts } from "./page/probe/read-facts";
import { failedPage, type PageScan, type PageTask, type Refusal, scanPage } from "./page/scan-page";
import type { PageEvidence } from "./page/walls/clues";
import { isOffsiteWall, isWallCode } from "./page/walls/recognise-wall";
import type { PageError, PageResult } from "./page-result";
import type { ScanProgress, ScanSink, ScanSummary } from "./scan-sink";
import { type AuditSignIn, SignedOutError, signedOut } from "./sign-in/audit-sign-in";
import { countTimeJumps, repeatAfterJump } from "./time-jumps";

const MAX_CHECKED_LINKS_PER_PAGE = 200;
const MAX_ATTEMPTS = 3;
const MAX_REPEATS = 5;
const RECHECK_MS = 1_000;
const LISTED_AT_ONCE = 500;

const withoutSlash = (path: string): string => path.replace(/\/$/, "");

type Attempt = { scan: PageScan } | { error: unknown };

export interface SiteScanParts {
  sink: ScanSink;
  engine: ScanEngine;
  signal: AbortSignal;
  signIn: AuditSignIn | null;
  /** Pages to load on their own, after all others. */
  held: readonly string[];
}

/** A scan of one website: workers take URLs from the frontier until none are left. */
export class SiteScan {
  /** Reason why the start page has no result, in case the scan ends without any pages. */
  startFailure: ScanFailedError | null = null;
  private readonly frontier: Frontier;
  private readonly pacer: Pacer;
  private readonly links: LinkChecker;
  private readonly findWall: FindWall;
  private readonly session: BrowserSession;
  private readonly rules: RuleChooser;
  private readonly attempts = new Map<string, number>();
  private readonly repeats = new Map<string, number>();
  private readonly memory = createScanMemory();
  /** Pages whose tab crashed. They are retried one by one at the end, so that they can't affect other pages. */
  private suspects: Target[] = [];
  /** Pages that showed that the session had ended, to be repeated one by one at the end. */
  private readonly signedOut: Target[] = [];
  private readonly deferred = new Set<string>();
  private readonly sink: ScanSink;
  private readonly engine: ScanEngine;
  private readonly signIn: AuditSignIn | null;
  private held: ReadonlySet<string>;
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private readonly finishing = new Set<Promise<void>>();
  private readonly pagesAtOnce: number;
  private active = 0;
  private pagesDone: number;
  private pagesFailed = 0;
  private wakeUp: (() => void)[] = [];

  constructor(
    private readonly site: Site,
    private readonly options: ScanOptions,
    { sink, engine, signal, signIn, held }: SiteScanParts,
  ) {
    this.sink = sink;
    this.engine = engine;
    this.signIn = signIn;
    this.held = new Set(held);
    this.signal = AbortSignal.any([signal, this.stop.signal]);
    this.pagesDone = options.pages_done ?? options.skip_urls.length;
    this.frontier = new Frontier({
      origins: site.origins,
      aliases: site.aliases,
      maxPages: options.max_pages,
      pagesDone: this.pagesDone,
      skip: options.skip_urls,
      isWanted: (address) => site.isWanted(address) && this.mayVisit(address),
    });
    const { tabs } = engine.browsers;
    // Quick checks hardly wait, so more pages at once would only compete for the processor.
    this.pagesAtOnce = options.depth === "quick" ? Math.ceil((tabs * 2) / 3) : tabs;
    this.pacer = createPacer({
      maxConcurrent: this.pagesAtOnce,
      delayMs: site.crawlDelayMs,
      onPause: (ms) => sink.paused?.(ms),
    });
    const linkRequests = site.crawlDelayMs > 0 ? 0 : Math.max(300, options.max_pages * 3);
    this.links = createLinkChecker(engine.fetcher, this.pacer, linkRequests);
    this.findWall = createWallFinder(site, engine.fetcher, this.pacer);
    this.session = engine.browsers.openSession(options.device, signIn?.browser);
    this.rules = new RuleChooser(options);
  }

  async run(): Promise<ScanSummary> {
    await this.signIn?.start(this.session, { timeoutMs: this.engine.pageTimeoutMs, signal: this.signal });
    this.frontier.add([this.site.startUrl], "start");
    const isKnown = (this.options.known_urls ?? []).length > 0;
    if (!isKnown) for (const url of this.options.skip_urls) this.frontier.addForLinks(url);
    await this.addListed(isKnown ? "known" : "sitemap");
    this.reportProgress();
    do {
      await this.runWorkers({ count: this.pagesAtOnce, mostPending: this.pagesAtOnce });
      this.held = new Set();
      for (const target of this.suspects.splice(0)) this.frontier.giveBack(target);
      await this.runWorkers({ count: 1, mostPending: 0 });
      // The page that ended the session was loaded before the others that showed it, so it is repeated last.
      const repeated = this.signedOut.pop();
      if (repeated) this.frontier.giveBack(repeated);
    } while (this.frontier.hasWork || this.suspects.length > 0);
    return { pages_total: this.frontier.total, pages_done: this.pagesDone, pages_failed: this.pagesFailed };
  }

  /** Runs Lighthouse on the start page, at the pace that applies to all pages on its host. */
  async runLighthouse(): Promise<Lighthouse> {
    const { site, options, signal } = this;
    const leave = await this.pacer.enter(new URL(site.startUrl).host, signal);
    this.sink.lighthouse?.(site.startUrl);
    try {
      const task = { url: site.startUrl, device: options.device, signal };
      return await repeatAfterJump(() => this.engine.lighthouse(task), signal);
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    await this.session.close();
  }

  /** Adds listed URLs in parts, so that a long sitemap doesn't block this process. */
  private async addListed(source: "known" | "sitemap"): Promise<void> {
    const { listed } = this.site;
    for (let first = 0; first < listed.length; first += LISTED_AT_ONCE) {
      this.frontier.add(listed.slice(first, first + LISTED_AT_ONCE), source, first);
      await setImmediate();
      this.signal.throwIfAborted();
    }
  }

  private async runWorkers({ count, mostPending }: { count: number; mostPending: number }): Promise<void> {
    if (!this.frontier.hasWork) return;
    const results = await Promise.allSettled(Array.from({ length: count }, () => this.work(mostPending)));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /**
   * Loads pages one after another, while the results of at most `mostPending` loaded pages are still being produced.
   */
  private async work(mostPending: number): Promise<void> {
    for (;;) {
      this.signal.throwIfAborted();
      const target = this.frontier.next();
      if (target && this.isPutAside(target)) continue;
      if (target) {
        const startedAt = new Date();
        const jumps = countTimeJumps();
        this.active += 1;
        if (target.kind === "scan") this.sink.opened?.(target.url);
        const attempt = await this.tryToLoad(target);
        this.finish(target, this.settle(target, attempt, startedAt, jumps));
        while (this.finishing.size > mostPending) await Promise.race(this.finishing);
      } else if (this.active > 0) await this.waitForNews();
      else return this.wakeAll();
    }
  }

  /** Drops a page that mustn't be opened, and defers one that must be loaded on its own. */
  private isPutAside(target: Target): boolean {
    if (!this.mayVisit(target.url)) this.drop(target);
    else if (this.held.has(target.url)) this.holdBack(target);
    else return false;
    return true;
  }

  /** Waits for the result of a page while the worker moves on to its next page. */
  private finish(target: Target, work: Promise<void>): void {
    const finishing = work
      .catch((error: unknown) => this.stop.abort(error))
      .finally(() => {
        this.finishing.delete(finishing);
        if (target.kind === "scan") this.sink.closed?.(target.url);
        this.active -= 1;
        this.wakeAll();
      });
    this.finishing.add(finishing);
  }

  /** Defers a page until the end. Other pages don't wait for its links. */
  private holdBack(target: Target): void {
    this.frontier.stopWaitingFor(target);
    this.suspects.push(target);
    this.deferred.add(target.url);
  }

  private async waitForNews(): Promise<void> {
    const news = new Promise<void>((resolve) => this.wakeUp.push(resolve));
    await Promise.race([news, sleep(RECHECK_MS, undefined, { ref: false })]);
  }

  private wakeAll(): void {
    for (const wake of this.wakeUp.splice(0)) wake();
  }

  private tryToLoad(target: Target): Promise<Attempt> {
    return this.load(target).then(
      (scan) => ({ scan }),
      (error: unknown) => ({ error }),
    );
  }

  private async settle(target: Target, attempt: Attempt, startedAt: Date, jumps: number): Promise<void> {
    this.signal.throwIfAborted();
    if (await this.isDisturbed(target, attempt, jumps)) return this.frontier.giveBack(target);
    if ("error" in attempt) await this.settleFailure(target, attempt.error, startedAt);
    else await this.settleScan(target, attempt.scan, startedAt);
  }

  /**
   * Reports whether a page must be scanned again. A time jump during the scan distorts the page's metrics, or causes
   * timeouts that are unrelated to the page. Counts the repeats and allows at most MAX_REPEATS per page.
   */
  private async isDisturbed(target: Target, attempt: Attempt, jumps: number): Promise<boolean> {
    if ("scan" in attempt) {
      if (attempt.scan.kind !== "result") return false;
      await attempt.scan.result.catch(() => undefined);
    }
    const repeats = this.repeats.get(target.url) ?? 0;
    if (countTimeJumps() === jumps || repeats >= MAX_REPEATS) return false;
    this.repeats.set(target.url, repeats + 1);
    return true;
  }

  private async load(target: Target): Promise<PageScan> {
    const leave = await this.pacer.enter(new URL(target.url).host, this.signal);
    this.signIn?.opened(target.url);
    const task: PageTask = {
      url: target.url,
      device: this.options.device,
      chooseRules: (template) =>
        this.rules.choose({
          template,
          isStart: target.url === this.site.startUrl,
          isFragile: this.deferred.has(target.url),
        }),
      memory: this.memory,
      screenshots: this.options.screenshots,
      decide: (page) => this.decide(target, page),
      findBrokenLinks: (links) => this.findBrokenLinks(links),
    };
    try {
      return await this.session.withTab((tab) => scanPage(tab, task), {
        timeoutMs: this.engine.pageTimeoutMs,
        signal: this.signal,
      });
    } finally {
      leave();
    }
  }

  /**
   * Queues the links on a page. Leaves the page unscanned if it isn't part of this website, is already known under
   * another URL, or is a wall.
   */
  private async decide(target: Target, page: PageEvidence): Promise<"scan" | "leave" | PageError> {
    const { finalUrl, facts } = page;
    this.signIn?.check({ ...page, url: target.url });
    const address = this.frontier.siteAddress(finalUrl);
    const wall = await this.findWall(page, target.depth === 0, this.signal);
    // A wall must not claim its URL, which may also be linked as a page in its own right, such as a login page.
    if (wall && (address !== null || isOffsiteWall(wall))) return wall;
    if (address === null) {
      this.noteStartFailure(target, "left_site", `${target.url} leads to another website: ${finalUrl}`);
      return "leave";
    }
    const isDouble = !this.frontier.claim(address, target) || !this.claimCanonical(target, address, facts);
    const followed = this.signIn?.followable(facts.links, (url) => this.frontier.siteAddress(url)) ?? facts.links;
    const links = followed.map(({ url }) => url);
    for (const _ of this.frontier.addLinksInParts(links, target)) {
      await setImmediate();
      this.signal.throwIfAborted();
    }
    this.reportProgress();
    this.wakeAll();
    return isDouble || target.kind === "links" ? "leave" : "scan";
  }

  /**
   * Ignores a canonical link from another page to the home page: a common mistake that would otherwise reduce the scan
   * to a single page.
   */
  private claimCanonical(target: Target, address: string, { canonicals }: PageFacts): boolean {
    const canonical = canonicals.length === 1 && canonicals[0] ? this.frontier.siteAddress(canonicals[0]) : null;
    if (canonical === null || addressKey(canonical) === addressKey(address)) return true;
    const { pathname, search } = new URL(canonical);
    const isHome =
      search === "" && [withoutSlash(new URL(this.site.startUrl).pathname), ""].includes(withoutSlash(pathname));
    if (isHome && withoutSlash(new URL(address).pathname) !== withoutSlash(pathname)) return true;
    return this.frontier.claim(canonical, target);
  }

  private async findBrokenLinks(links: readonly string[]) {
    const own = new Set(links.flatMap((link) => this.frontier.siteAddress(link) ?? []));
    const checked: string[] = [];
    for (const address of own) {
      if (checked.length >= MAX_CHECKED_LINKS_PER_PAGE) break;
      if (this.site.isAllowed(address) && this.mayVisit(address)) checked.push(address);
      else await setImmediate();
    }
    return this.links.findBroken(checked, this.signal);
  }

  private async settleScan(target: Target, scan: PageScan, startedAt: Date): Promise<void> {
    const { host } = new URL(target.url);
    if (scan.kind === "refused") return this.settleRefusal(target, scan.refusal, startedAt);
    this.pacer.succeed(host);
    if (scan.kind === "left") return this.drop(target);
    const result = await scan.result.catch((error: unknown) =>
      failedPage(this.pageOf(target, startedAt), toPageError(error)),
    );
    this.signal.throwIfAborted();
    if (this.signIn && result.http_status === 401)
      return this.settleSignedOut(target, new SignedOutError(true), startedAt);
    if (result.http_status !== null) this.links.learn(target.url, result.http_status);
    await this.deliver(target, result);
  }

  private async settleRefusal(target: Target, { status, retryAfter, error }: Refusal, startedAt: Date): Promise<void> {
    const { host } = new URL(target.url);
    this.pacer.slowDown(host, parseRetryAfter(retryAfter));
    if (this.mayTryAgain(target) && !this.pacer.isHopeless(host)) this.frontier.giveBack(target);
    else await this.deliver(target, failedPage({ ...this.pageOf(target, startedAt), status }, error));
  }

  private async settleFailure(target: Target, error: unknown, startedAt: Date): Promise<void> {
    if (error instanceof TabCrashedError && !this.deferred.has(target.url)) {
      this.holdBack(target);
      return;
    }
    if (error instanceof SignedOutError) return this.settleSignedOut(target, error, startedAt);
    if (error instanceof PageFailure && error.code === "not_html") return this.drop(target, error);
    if (error instanceof PageFailure && error.code === "unreachable") {
      this.pacer.slowDown(new URL(target.url).host, null);
      if (this.mayTryAgain(target)) return this.frontier.giveBack(target);
    }
    await this.deliver(target, failedPage(this.pageOf(target, startedAt), toPageError(error)));
  }

  private async settleSignedOut(target: Target, error: SignedOutError, startedAt: Date): Promise<void> {
    const recovery = (await this.signIn?.recover(target.url, error)) ?? "give_up";
    if (recovery === "scan_anyway") return this.frontier.giveBack(target);
    if (recovery === "repeat_later") {
      this.frontier.stopWaitingFor(target);
      this.signedOut.push(target);
      this.signedOut.sort((a, b) => a.turn - b.turn);
      return;
    }
    await this.deliver(target, failedPage(this.pageOf(target, startedAt), signedOut));
    if (target.depth === 0) this.stop.abort(new ScanFailedError(signedOut.code, signedOut.message));
  }

  private mayVisit(address: string): boolean {
    return address === this.site.startUrl || (this.signIn?.mayVisit(address) ?? true);
  }

  private pageOf(target: Target, startedAt: Date) {
    return { url: target.url, device: this.options.device, startedAt };
  }

  private mayTryAgain(target: Target): boolean {
    const attempts = (this.attempts.get(target.url) ?? 0) + 1;
    this.attempts.set(target.url, attempts);
    return attempts < MAX_ATTEMPTS;
  }

  private drop(target: Target, failure?: PageFailure): void {
    log.debug(
      { url: target.url, reason: failure?.message ?? "already known under another URL, or not part of this website" },
      "page skipped",
    );
    this.frontier.finish(target, "dropped");
    if (target.url === this.site.startUrl && failure)
      this.startFailure = new ScanFailedError(failure.code, failure.message);
    this.reportProgress();
  }

  private noteStartFailure(target: Target, code: string, message: string): void {
    if (target.depth === 0) this.startFailure ??= new ScanFailedError(code, message);
  }

  private async deliver(target: Target, result: PageResult): Promise<void> {
    const wall = result.error && isWallCode(result.error.code) ? result.error : null;
    if (wall) this.noteStartFailure(target, wall.code, wall.message);
    if (target.kind === "links") return this.drop(target);
    this.frontier.finish(target, "delivered");
    this.pagesDone += 1;
    if (result.error) this.pagesFailed += 1;
    await this.sink.page(result, this.progress());
    // Visitors can't get past a wall on the start page, so any other pages would say little about the website.
    if (wall && target.depth === 0) this.stop.abort(new ScanFailedError(wall.code, wall.message));
  }

  private reportProgress(): void {
    this.sink.progress?.(this.progress());
  }

  private progress(): ScanProgress {
    return {
      phase: "scanning",
      pages_total: this.frontier.total,
      pages_done: this.pagesDone,
      pages_failed: this.pagesFailed,
      discovered_urls: this.frontier.takeFound(),
    };
  }
}
