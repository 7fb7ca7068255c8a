import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { RuleChooser } from "./choose-rules";
import type { Lighthouse, ScanOptions } from "./contract";
import type { DecisionParts } from "./crawl/decide-page";
import { isListOnly, type ScanFailedError, type Site } from "./crawl/discover-site";
import { DocumentList } from "./crawl/document-list";
import { createWallFinder } from "./crawl/find-wall";
import { Frontier, type Target } from "./crawl/frontier";
import { createLinkChecker, type LinkChecker } from "./crawl/link-checker";
import { createPacer, type Pacer } from "./crawl/pacer";
import { ReachedLinks } from "./crawl/reached-links";
import type { ScanEngine } from "./engine";
import { type FirstPages, queueFirstPages } from "./first-pages";
import type { Journey } from "./journey-contract";
import { AuditJourneys } from "./journeys/audit-journeys";
import { readScanPoint } from "./journeys/scan-point";
import { createScanMemory } from "./page/drive-page";
import { PageLoader } from "./page-loader";
import { type Attempt, PageSettler } from "./page-settler";
import type { WebsiteSample } from "./sample/sample-website";
import { scanDocuments } from "./scan-documents";
import type { ScanSink, ScanSummary } from "./scan-sink";
import type { AuditSignIn } from "./sign-in/audit-sign-in";
import { countTimeJumps } from "./time-jumps";

const MAX_REPEATS = 5;
const RECHECK_MS = 1_000;

export interface ScanRunParts {
  sink: ScanSink;
  engine: ScanEngine;
  signal: AbortSignal;
  signIn: AuditSignIn | null;
  /** Pages to load on their own, after all others. */
  held: readonly string[];
  journeys: readonly Journey[];
}

/** A scan of one website: workers take URLs from the frontier until none are left. */
export class ScanRun {
  private readonly frontier: Frontier;
  private readonly pacer: Pacer;
  private readonly links: LinkChecker;
  private readonly documents: DocumentList;
  private readonly decisions: DecisionParts;
  private readonly reachedLinks: ReachedLinks;
  private readonly settler: PageSettler;
  private readonly loader: PageLoader;
  private readonly repeats = new Map<string, number>();
  private readonly rules: RuleChooser;
  private readonly memory = createScanMemory();
  /** Pages whose tab crashed. They are retried one by one at the end, so that they can't affect other pages. */
  private suspects: Target[] = [];
  /** Pages that showed that the session had ended, to be loaded again one by one at the end. */
  private readonly signedOut: Target[] = [];
  private readonly deferred = new Set<string>();
  private readonly sink: ScanSink;
  private readonly engine: ScanEngine;
  private readonly signIn: AuditSignIn | null;
  private held: ReadonlySet<string>;
  private readonly journeys: AuditJourneys;
  /** The sample of pages to scan; null if all of them are scanned. */
  private sample: WebsiteSample | null = null;
  private readonly stop = new AbortController();
  private readonly signal: AbortSignal;
  private readonly finishing = new Set<Promise<void>>();
  private readonly pagesAtOnce: number;
  private active = 0;
  private wakeUp: (() => void)[] = [];

  constructor(
    private readonly site: Site,
    private readonly options: ScanOptions,
    { sink, engine, signal, signIn, held, journeys }: ScanRunParts,
  ) {
    this.sink = sink;
    this.engine = engine;
    this.signIn = signIn;
    this.held = new Set(held);
    this.signal = AbortSignal.any([signal, this.stop.signal]);
    // Otherwise, Node would warn about a possible memory leak, because every page that is open or waiting listens to
    // the signal.
    setMaxListeners(0, this.signal);
    const pagesDone = options.pages_done ?? options.skip_urls.length;
    this.journeys = new AuditJourneys(journeys, site.startUrl, options);
    this.frontier = new Frontier({
      origins: site.origins,
      aliases: site.aliases,
      listedAliases: site.listedAliases,
      maxPages: options.max_pages - this.journeys.countedPages,
      pagesDone: pagesDone - this.journeys.pagesDone,
      skip: this.skippedPages,
      isWanted: (address) => site.isWanted(address) && this.mayVisit(address),
      listOnly: isListOnly(options),
    });
    const { tabs } = engine.browsers;
    // Additional concurrent pages would only compete for the processor, because quick scans spend little time waiting.
    this.pagesAtOnce = options.depth === "quick" ? Math.ceil((tabs * 2) / 3) : tabs;
    this.pacer = createPacer({
      maxConcurrent: this.pagesAtOnce,
      delayMs: site.crawlDelayMs,
      onPause: (ms) => sink.paused?.(ms),
    });
    const linkRequests = site.crawlDelayMs > 0 ? 0 : Math.max(300, options.max_pages * 3);
    this.links = createLinkChecker(engine.fetcher, this.pacer, linkRequests);
    this.documents = this.createDocumentList();
    this.decisions = this.describeDecisions();
    this.reachedLinks = new ReachedLinks(this.decisions);
    this.settler = this.createSettler(pagesDone);
    this.rules = new RuleChooser(options);
    this.loader = this.createLoader();
  }

  async run(): Promise<ScanSummary> {
    const limits = { timeoutMs: this.engine.pageTimeoutMs, signal: this.signal };
    await this.signIn?.start(this.loader.session, limits, (this.options.pages_done ?? 0) > 0);
    await this.runJourneys();
    this.sample = await queueFirstPages(this.describeFirstPages());
    await this.reachedLinks.queue();
    this.settler.reportProgress();
    do {
      await this.runWorkers({ count: this.pagesAtOnce, mostPending: this.pagesAtOnce });
      this.held = new Set();
      for (const target of this.suspects.splice(0)) this.frontier.giveBack(target);
      await this.runWorkers({ count: 1, mostPending: 0 });
      // Pages that showed that the session had ended are loaded again in reverse order. The page that ended the session
      // comes last, because it was loaded before the others.
      const repeated = this.signedOut.pop();
      if (repeated) this.frontier.giveBack(repeated);
    } while (this.frontier.hasWork || this.suspects.length > 0);
    return this.settler.summarise();
  }

  /** The pages to skip, except those that journeys led to. */
  private get skippedPages(): string[] {
    return this.options.skip_urls.filter((url) => readScanPoint(url) === null);
  }

  /** Runs the journeys before any other pages are scanned, because a person chose the journeys' pages. */
  private async runJourneys(): Promise<void> {
    const { site, options, engine, pacer, rules, memory, signIn, signal, sink, settler } = this;
    const { browsers, pageTimeoutMs } = engine;
    await this.journeys.run({
      ...{ site, options, browsers, pageTimeoutMs, pacer, rules, memory, signIn, signal },
      suspects: [...this.held],
      isOwn: (url) => this.frontier.siteAddress(url) !== null,
      started: (url) => sink.opened?.(url),
      ended: (url) => sink.closed?.(url),
      found: (urls) => settler.noteJourneyPages(urls),
      noteLinks: (page) => this.reachedLinks.note(page),
      deliver: (result) => settler.deliverJourneyPage(result),
    });
  }

  private describeFirstPages(): FirstPages {
    const { site, options, frontier, settler, signal } = this;
    return {
      ...{ site, options, frontier, signal, skipped: this.skippedPages },
      maxPages: options.max_pages - this.journeys.countedPages,
      isWanted: (address) => site.isWanted(address) && this.mayVisit(address),
      refuse: (url, group) => settler.deliverForeign(url, group),
    };
  }

  /** Runs Lighthouse on the start page, at the pace that applies to all pages on its host. */
  runLighthouse(): Promise<Lighthouse> {
    return this.loader.runLighthouse(() => this.sink.lighthouse?.(this.site.startUrl));
  }

  /** Checks the PDFs that the pages link to. */
  checkDocuments(): Promise<void> {
    const { engine, pacer, sink, signal, frontier, site, signIn } = this;
    return scanDocuments(this.documents.toCheck(), {
      ...{ fetcher: engine.fetcher, pacer, sink, signal, signIn, openChecker: engine.openDocumentChecker },
      objectTo: (url) => {
        if (signIn?.isForm(url)) return "signed_out";
        const address = frontier.siteAddress(url);
        if (address === null || !this.mayVisit(address)) return "left_site";
        return site.isAllowed(address) ? null : "blocked_by_robots";
      },
    });
  }

  /** Reason why the start page has no result, for a scan that ends without any pages. */
  get startFailure(): ScanFailedError | null {
    return this.settler.startFailure;
  }

  async close(): Promise<void> {
    await this.loader.session.close();
  }

  private createDocumentList(): DocumentList {
    const { site, options, frontier, links } = this;
    return new DocumentList({
      max: options.max_documents,
      known: options.known_documents,
      skip: options.skip_documents,
      toOwn: (href) => {
        const address = frontier.siteAddress(href);
        return address !== null && site.isWanted(address) && this.mayVisit(address) ? address : null;
      },
      isPdf: (href) => links.pdfs.size > 0 && links.pdfs.has(frontier.siteAddress(href) ?? ""),
    });
  }

  private describeDecisions(): DecisionParts {
    const { site, frontier, documents, signIn, signal } = this;
    return {
      site,
      frontier,
      documents,
      signIn,
      mayVisit: (address) => this.mayVisit(address),
      signal,
      findWall: createWallFinder(site, this.engine.fetcher, this.pacer),
      left: (target, { code, message }) => this.settler.noteStartFailure(target, code, message),
      queued: () => this.noteQueued(),
      testRoutes: (untested, links, target) => this.track(this.loader.routes.testRoutes(untested, links, target)),
    };
  }

  private createLoader(): PageLoader {
    const { site, options, engine, signIn, pacer, frontier, decisions, links, rules, memory, signal } = this;
    return new PageLoader({
      ...{ startUrl: site.startUrl, options, engine, signIn, pacer, frontier, decisions, links, rules, memory, signal },
      track: (work) => this.track(work),
      queued: () => this.noteQueued(),
    });
  }

  private noteQueued(): void {
    this.settler.reportProgress();
    this.wakeAll();
  }

  private createSettler(pagesDone: number): PageSettler {
    const { site, options, sink, frontier, pacer, links, documents, signal } = this;
    const holdBack = (target: Target): boolean => {
      if (this.deferred.has(target.url)) return false;
      this.holdBack(target);
      return true;
    };
    const stop = (reason: ScanFailedError): void => this.stop.abort(reason);
    const repeatSignedOut = (target: Target): void => {
      this.signedOut.push(target);
      this.signedOut.sort((a, b) => a.turn - b.turn);
    };
    const common = { site, options, sink, frontier, pacer, links, documents, signal };
    const journeyPages = this.journeys.pages;
    const roleOf = (url: string) => this.sample?.roleOf(url);
    const parts = { ...common, signIn: this.signIn, holdBack, repeatSignedOut, stop, journeyPages, roleOf };
    return new PageSettler(parts, pagesDone);
  }

  private async runWorkers({ count, mostPending }: { count: number; mostPending: number }): Promise<void> {
    if (!this.frontier.hasWork) return;
    const results = await Promise.allSettled(Array.from({ length: count }, () => this.work(mostPending)));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Loads pages one after another. Waits while the results of more than `mostPending` loaded pages are pending. */
  private async work(mostPending: number): Promise<void> {
    for (;;) {
      this.signal.throwIfAborted();
      const target = this.frontier.next();
      if (target && this.isPutAside(target)) await this.waitForRoom(mostPending);
      else if (target) {
        const startedAt = new Date();
        const jumps = countTimeJumps();
        this.active += 1;
        if (target.kind === "scan") this.sink.opened?.(target.url);
        const attempt = await this.tryToLoad(target);
        this.finish(target, this.settle(target, attempt, startedAt, jumps));
        await this.waitForRoom(mostPending);
      } else if (this.active > 0) await this.waitForNews();
      else return this.wakeAll();
    }
  }

  /**
   * Handles a page that mustn't be opened, or that must be loaded on its own later. Returns false for any other page.
   */
  private isPutAside(target: Target): boolean {
    if (!this.mayVisit(target.url)) this.settler.drop(target);
    else if (target.kind === "scan" && !this.site.isAllowed(target.url)) {
      this.active += 1;
      this.finish(target, this.settler.deliverDisallowed(target));
    } else if (this.held.has(target.url)) this.holdBack(target);
    else return false;
    return true;
  }

  private async waitForRoom(mostPending: number): Promise<void> {
    while (this.finishing.size > mostPending) await Promise.race(this.finishing);
  }

  private mayVisit(address: string): boolean {
    return address === this.site.startUrl || (this.signIn?.mayVisit(address) ?? true);
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

  /** Keeps the scan from ending while `work`, which may find further pages, is in progress. */
  private track(work: Promise<void>): void {
    this.active += 1;
    work
      .catch((error: unknown) => this.stop.abort(error))
      .finally(() => {
        this.active -= 1;
        this.wakeAll();
      });
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
    return this.loader.load(target, this.deferred.has(target.url)).then(
      (scan) => ({ scan }),
      (error: unknown) => ({ error }),
    );
  }

  private async settle(target: Target, attempt: Attempt, startedAt: Date, jumps: number): Promise<void> {
    this.signal.throwIfAborted();
    if (await this.isDisturbed(target, attempt, jumps)) return this.frontier.giveBack(target);
    await this.settler.settle(target, attempt, startedAt);
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
}
