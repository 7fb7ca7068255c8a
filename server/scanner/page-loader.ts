import type { BrowserSession } from "./browser/browser-session";
import type { Tab } from "./browser/open-tab";
import type { RuleChooser } from "./choose-rules";
import type { Lighthouse, ScanOptions } from "./contract";
import { type DecisionParts, decidePage, findBrokenLinks, listLinks, takeUntested } from "./crawl/decide-page";
import { isPdfLink } from "./crawl/document-list";
import type { Frontier, Target } from "./crawl/frontier";
import type { LinkChecker } from "./crawl/link-checker";
import type { Pacer } from "./crawl/pacer";
import { RouteFinder } from "./crawl/route-finder";
import type { ScanEngine } from "./engine";
import { MAX_ELEMENTS, type PageScan, type PageTask, scanPage } from "./page/scan-page";
import { type ExploredStates, type ExploreTask, exploreStates, type OpenerMemory } from "./page/states/explore-states";
import { type PhoneFindings, type PhoneTask, scanOnPhone } from "./page/views/scan-on-phone";
import type { PageEvidence } from "./page/walls/clues";
import type { PageError } from "./page-result";
import type { AuditSignIn } from "./sign-in/audit-sign-in";
import { repeatAfterJump } from "./time-jumps";

interface Parts {
  startUrl: string;
  options: ScanOptions;
  engine: ScanEngine;
  signIn: AuditSignIn | null;
  pacer: Pacer;
  frontier: Frontier;
  decisions: DecisionParts;
  links: LinkChecker;
  rules: RuleChooser;
  memory: PageTask["memory"];
  signal: AbortSignal;
  /** Prevents the scan from ending during work that may find further pages. */
  track: (work: Promise<void>) => void;
  /** Called after pages have been queued. */
  queued: () => void;
}

/** Loads pages in the browser session of a scan, at the pace that applies to all pages on their host. */
export class PageLoader {
  readonly session: BrowserSession;
  readonly routes: RouteFinder;
  private readonly openers: OpenerMemory = new Set();

  constructor(private readonly parts: Parts) {
    const { options, engine, signIn, frontier, decisions, queued, signal } = parts;
    this.session = engine.browsers.openSession(options.device, signIn?.browser, options.language);
    this.routes = new RouteFinder({
      ...{ frontier, queued, signal },
      takeUntested: (links) => takeUntested(decisions, links),
      withFreshTab: (url, work, timeoutMs) => this.withFreshTab(url, work, timeoutMs),
    });
  }

  /** Loads and scans a page. `isFragile` says whether the page may have crashed a tab. */
  async load(target: Target, isFragile: boolean): Promise<PageScan> {
    const { engine, pacer, signIn, signal } = this.parts;
    const leave = await pacer.enter(new URL(target.url).host, signal);
    const task = this.describeTask(target, isFragile);
    try {
      signIn?.opened(target.url);
      return await this.session.withTab((tab) => scanPage(tab, task), { timeoutMs: engine.pageTimeoutMs, signal });
    } finally {
      leave();
    }
  }

  /**
   * Runs Lighthouse on the start page. Calls `started` once Lighthouse no longer has to wait for other requests to the
   * host.
   */
  async runLighthouse(started: () => void): Promise<Lighthouse> {
    const { startUrl, options, engine, pacer, signal } = this.parts;
    const leave = await pacer.enter(new URL(startUrl).host, signal);
    started();
    try {
      const task = { url: startUrl, device: options.device, signal };
      return await repeatAfterJump(() => engine.lighthouse(task), signal);
    } finally {
      leave();
    }
  }

  private describeTask(target: Target, isFragile: boolean): PageTask {
    const { startUrl, options, decisions, links, rules, memory, track } = this.parts;
    return {
      url: target.url,
      isStart: target.depth === 0,
      device: options.device,
      chooseRules: (template) => rules.choose({ template, isStart: target.url === startUrl, isFragile }),
      memory,
      views: options.views,
      excludeElements: options.exclude_elements,
      exploreStates: (page) => this.exploreStates(page, target),
      findRoutes: (url) => track(this.routes.clickElements(url, target)),
      scanOnPhone: (page) => this.scanOnPhone(page, target),
      screenshots: options.screenshots,
      decide: (page) => decidePage(decisions, target, page),
      findBrokenLinks: (hrefs) => findBrokenLinks(decisions, links, hrefs),
    };
  }

  /** Runs `work` in a new tab that shares nothing with other tabs. */
  private async withFreshTab(
    url: string,
    work: (tab: Tab) => Promise<void>,
    timeoutMs: number,
    device = this.parts.options.device,
  ): Promise<void> {
    const { pacer, signal } = this.parts;
    const leave = await pacer.enter(new URL(url).host, signal);
    try {
      await this.session.withFreshTab(work, { timeoutMs, signal }, device);
    } finally {
      leave();
    }
  }

  /**
   * Returns the error if a wall or another website is shown in place of a page that was loaded again; null if the page
   * can be tested.
   */
  private async refuse(evidence: PageEvidence, target: Target, where: string): Promise<PageError | null> {
    const { decisions, frontier, signal } = this.parts;
    const wall = await decisions.findWall(evidence, target.depth === 0, signal);
    if (wall || frontier.siteAddress(evidence.finalUrl) !== null) return wall;
    return { code: "left_site", message: `${where}, this page leads to another website: ${evidence.finalUrl}` };
  }

  private async exploreStates(
    page: Pick<ExploreTask, "url" | "rules" | "mostStrips">,
    target: Target,
  ): Promise<ExploredStates> {
    const { options, frontier, track } = this.parts;
    const explored = await exploreStates({
      ...page,
      mostStrips: options.screenshots ? page.mostStrips : 0,
      excludeElements: options.exclude_elements,
      memory: this.openers,
      hasRoutes: frontier.routes.areIn(page.url),
      refuse: (evidence) => this.refuse(evidence, target, "When loaded again"),
      withFreshTab: (work, timeoutMs) => this.withFreshTab(page.url, work, timeoutMs),
    });
    track(this.addLinks(explored, target));
    return explored;
  }

  /** Queues the pages that the states of a page lead to, and adds the PDFs. */
  private async addLinks({ routes, links }: ExploredStates, target: Target): Promise<void> {
    const { decisions } = this.parts;
    const followed = listLinks(decisions, { links, frameLinks: [] });
    for (const { url } of followed.filter(isPdfLink)) decisions.documents.add(url, target.url);
    const pages = followed.filter((link) => !isPdfLink(link)).map(({ url }) => url);
    await this.routes.addLinks([...routes, ...pages], target);
  }

  private async scanOnPhone(
    page: Pick<PhoneTask, "url" | "rules" | "usual" | "mostStrips">,
    target: Target,
  ): Promise<PhoneFindings> {
    const { options, engine, signal } = this.parts;
    const scanned = await scanOnPhone({
      ...page,
      mostStrips: options.screenshots ? page.mostStrips : 0,
      mostElements: MAX_ELEMENTS,
      excludeElements: options.exclude_elements,
      refuse: (evidence) => this.refuse(evidence, target, "On a phone"),
      withPhoneTab: (work) => this.withFreshTab(page.url, work, engine.pageTimeoutMs, "mobile"),
    });
    signal.throwIfAborted();
    return scanned;
  }
}
