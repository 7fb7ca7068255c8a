import { log } from "@/server/core/log";
import { TabCrashedError } from "./browser/tab-limits";
import type { ScanOptions } from "./contract";
import { ScanFailedError, type Site } from "./crawl/discover-site";
import type { DocumentList } from "./crawl/document-list";
import type { Frontier, Target } from "./crawl/frontier";
import { isPdfType, type LinkChecker } from "./crawl/link-checker";
import { type Pacer, parseRetryAfter } from "./crawl/pacer";
import { PageFailure, toPageError } from "./page/page-failure";
import { failedPage, type PageScan, type Refusal } from "./page/scan-page";
import { isWallCode } from "./page/walls/recognise-wall";
import type { PageResult } from "./page-result";
import type { SampleRole } from "./sample/contract";
import type { ScanProgress, ScanSink, ScanSummary } from "./scan-sink";
import { type AuditSignIn, SignedOutError, signedOut } from "./sign-in/audit-sign-in";

const MAX_ATTEMPTS = 3;

export type Attempt = { scan: PageScan } | { error: unknown };

export interface SettlerParts {
  site: Site;
  options: ScanOptions;
  sink: ScanSink;
  frontier: Frontier;
  pacer: Pacer;
  links: LinkChecker;
  documents: DocumentList;
  signIn: AuditSignIn | null;
  signal: AbortSignal;
  /**
   * Defers a page until the end of the scan, unless this has been done before. Returns whether the page is now
   * deferred.
   */
  holdBack(target: Target): boolean;
  /** Scans a page again, on its own at the end of the scan. Used if the page showed that the session had ended. */
  repeatSignedOut(target: Target): void;
  /** Returns how a page was chosen for the sample; undefined if the page isn't part of a sample. */
  roleOf(url: string): SampleRole | undefined;
  /** Ends the scan. */
  stop(reason: ScanFailedError): void;
  /** Number of pages that journeys lead to. */
  journeyPages: number;
}

/** After an attempt to scan a page, decides whether to deliver the result, try again or drop the page. */
export class PageSettler {
  /** Reason why the start page has no result, in case the scan ends without any pages. */
  startFailure: ScanFailedError | null = null;
  private readonly attempts = new Map<string, number>();
  private pagesDone: number;
  private pagesFailed = 0;
  private found: string[] = [];

  constructor(
    private readonly parts: SettlerParts,
    pagesDone: number,
  ) {
    this.pagesDone = pagesDone;
  }

  async settle(target: Target, attempt: Attempt, startedAt: Date): Promise<void> {
    if ("error" in attempt) await this.settleFailure(target, attempt.error, startedAt);
    else await this.settleScan(target, attempt.scan, startedAt);
  }

  noteStartFailure(target: Target, code: string, message: string): void {
    if (target.depth === 0) this.startFailure ??= new ScanFailedError(code, message);
  }

  reportProgress(): void {
    this.parts.sink.progress?.(this.progress());
  }

  summarise(): ScanSummary {
    const { pagesDone, pagesFailed } = this;
    const { frontier, journeyPages } = this.parts;
    return { pages_total: frontier.total + journeyPages, pages_done: pagesDone, pages_failed: pagesFailed };
  }

  /** Reports pages that a journey is about to open. */
  noteJourneyPages(urls: readonly string[]): void {
    this.found.push(...urls);
    this.reportProgress();
  }

  /** Delivers a page that a journey led to. */
  async deliverJourneyPage(result: PageResult): Promise<void> {
    this.pagesDone += 1;
    if (result.error) this.pagesFailed += 1;
    await this.parts.sink.page(result, this.progress());
  }

  private async settleScan(target: Target, scan: PageScan, startedAt: Date): Promise<void> {
    const { pacer, links, signal } = this.parts;
    const { host } = new URL(target.url);
    if (scan.kind === "refused") return this.settleRefusal(target, scan.refusal, startedAt);
    pacer.succeed(host);
    if (scan.kind === "left") return this.drop(target);
    const result = await scan.result.catch((error: unknown) =>
      failedPage(this.pageOf(target, startedAt), toPageError(error)),
    );
    signal.throwIfAborted();
    if (this.parts.signIn && result.http_status === 401)
      return this.settleSignedOut(target, new SignedOutError(true), startedAt);
    if (result.http_status !== null) links.learn(target.url, result.http_status);
    await this.deliver(target, result);
  }

  private async settleRefusal(target: Target, { status, retryAfter, error }: Refusal, startedAt: Date): Promise<void> {
    const { pacer, frontier } = this.parts;
    const { host } = new URL(target.url);
    pacer.slowDown(host, parseRetryAfter(retryAfter));
    if (this.mayTryAgain(target) && !pacer.isHopeless(host)) frontier.giveBack(target);
    else await this.deliver(target, failedPage({ ...this.pageOf(target, startedAt), status }, error));
  }

  private async settleFailure(target: Target, error: unknown, startedAt: Date): Promise<void> {
    const { pacer, frontier } = this.parts;
    if (error instanceof TabCrashedError && this.parts.holdBack(target)) return;
    if (error instanceof SignedOutError) return this.settleSignedOut(target, error, startedAt);
    if (error instanceof PageFailure && error.code === "not_html" && !target.listed) return this.drop(target, error);
    if (error instanceof PageFailure && error.code === "unreachable") {
      pacer.slowDown(new URL(target.url).host, null);
      if (this.mayTryAgain(target)) return frontier.giveBack(target);
    }
    await this.deliver(target, failedPage(this.pageOf(target, startedAt), toPageError(error)));
  }

  private async settleSignedOut(target: Target, error: SignedOutError, startedAt: Date): Promise<void> {
    const { frontier, signIn, stop } = this.parts;
    const recovery = (await signIn?.recover(target.url, error)) ?? "give_up";
    if (recovery === "scan_anyway") return frontier.giveBack(target);
    if (recovery === "repeat_later") {
      frontier.stopWaitingFor(target);
      return this.parts.repeatSignedOut(target);
    }
    await this.deliver(target, failedPage(this.pageOf(target, startedAt), signedOut));
    if (target.depth === 0) stop(new ScanFailedError(signedOut.code, signedOut.message));
  }

  /** Delivers a listed URL that robots.txt disallows. */
  async deliverDisallowed(target: Target): Promise<void> {
    const message = "The website's robots.txt file doesn't allow this page to be scanned.";
    await this.deliver(target, failedPage(this.pageOf(target, new Date()), { code: "blocked_by_robots", message }));
  }

  /** Delivers a listed URL that isn't part of the website. */
  async deliverForeign(url: string, group: string | null): Promise<void> {
    const { frontier, options, sink } = this.parts;
    if (frontier.isSkipped(url) || frontier.isAtLimit) return;
    frontier.countDelivered();
    this.pagesDone += 1;
    this.pagesFailed += 1;
    const message = `This URL isn't part of the website, whose pages are on ${this.parts.site.origins[0]}.`;
    const page = { url, device: options.device, startedAt: new Date() };
    await sink.page(
      { ...failedPage(page, { code: "left_site", message }), ...(group ? { group } : {}) },
      this.progress(),
    );
  }

  private pageOf(target: Target, startedAt: Date) {
    return { url: target.url, device: this.parts.options.device, startedAt };
  }

  private mayTryAgain(target: Target): boolean {
    const attempts = (this.attempts.get(target.url) ?? 0) + 1;
    this.attempts.set(target.url, attempts);
    return attempts < MAX_ATTEMPTS;
  }

  /** Ends the work on a page without delivering a result for it. */
  drop(target: Target, failure?: PageFailure): void {
    const { links, documents } = this.parts;
    if (isPdfType(failure?.contentType ?? "")) {
      links.pdfs.add(target.url);
      documents.add(target.url, target.from);
    }
    log.debug(
      { url: target.url, reason: failure?.message ?? "already known under another URL, or not part of this website" },
      "page skipped",
    );
    this.parts.frontier.finish(target, "dropped");
    if (target.url === this.parts.site.startUrl && failure)
      this.startFailure = new ScanFailedError(failure.code, failure.message);
    this.reportProgress();
  }

  private async deliver(target: Target, result: PageResult): Promise<void> {
    const wall = result.error && isWallCode(result.error.code) ? result.error : null;
    if (wall) this.noteStartFailure(target, wall.code, wall.message);
    if (target.kind === "links") return this.drop(target);
    this.parts.frontier.finish(target, "delivered");
    this.pagesDone += 1;
    if (result.error) this.pagesFailed += 1;
    const documents = await this.parts.documents.linkedBy(target);
    const sample = this.parts.roleOf(target.url);
    const group = target.listed?.group;
    const page = { ...result, ...(group ? { group } : {}), ...(sample ? { sample } : {}) };
    await this.parts.sink.page(documents.length > 0 ? { ...page, documents } : page, this.progress());
    // Any other pages would say little about the website, because visitors can't get past a wall on the start page.
    if (wall && target.depth === 0) this.parts.stop(new ScanFailedError(wall.code, wall.message));
  }

  private progress(): ScanProgress {
    return {
      phase: "scanning",
      ...this.summarise(),
      discovered_urls: [...this.found.splice(0), ...this.parts.frontier.takeFound()],
    };
  }
}
