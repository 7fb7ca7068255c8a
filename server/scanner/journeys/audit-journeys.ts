import { isUrl } from "@/server/core/is-url";
import type { BrowserPool } from "../browser/browser-pool";
import type { Tab } from "../browser/open-tab";
import { TabCrashedError } from "../browser/tab-limits";
import type { RuleChooser } from "../choose-rules";
import type { ScanOptions } from "../contract";
import type { Site } from "../crawl/discover-site";
import type { Pacer } from "../crawl/pacer";
import type { PageWithLinks } from "../crawl/reached-links";
import { type Journey, mayChangeWebsite } from "../journey-contract";
import type { ScanMemory } from "../page/drive-page";
import { failedPage } from "../page/scan-page";
import { takeScreenshot } from "../page/take-screenshot";
import type { PageEvidence } from "../page/walls/clues";
import type { PageResult, Screenshot } from "../page-result";
import type { AuditSignIn } from "../sign-in/audit-sign-in";
import { hideInAll, hideSecretValues, listHiddenForms } from "../sign-in/secret-values";
import { type JourneyWorld, listEntries, runJourney } from "./run-journey";
import { listScanPoints, nameScanPoint, readScanPoint, type ScanPoint, scanPointUrl } from "./scan-point";
import { scanReachedPage } from "./scan-reached-page";

/** Time limit for all steps of a journey together, not counting the scans of its pages. */
const STEPS_TIMEOUT_MS = 180_000;

export interface AuditJourneysParts {
  site: Site;
  options: ScanOptions;
  browsers: BrowserPool;
  pageTimeoutMs: number;
  pacer: Pacer;
  rules: RuleChooser;
  memory: ScanMemory;
  signIn: AuditSignIn | null;
  signal: AbortSignal;
  /** Pages that have crashed a scanning process. */
  suspects: readonly string[];
  /** Reports whether a URL belongs to the website. */
  isOwn(url: string): boolean;
  started(url: string): void;
  ended(url: string): void;
  /** Called when a journey starts, with the URLs of its pages. */
  found(urls: readonly string[]): void;
  /** Called with each page that a journey has reached. Returns the documents that the page links to. */
  noteLinks(page: PageWithLinks): Promise<string[]>;
  deliver(result: PageResult): Promise<void>;
}

interface PlannedPage {
  point: ScanPoint;
  url: string;
}

const interrupted =
  "The audit was interrupted during this journey. Because the journey is allowed to change something on the website, it isn't repeated.";
const noRoom = "The audit's page limit leaves no room for the pages of this journey.";

/** The journeys of one audit. They run one after another, each in a browser session of its own. */
export class AuditJourneys {
  private readonly done: ReadonlySet<string>;
  private readonly known: ReadonlySet<string>;
  private readonly planned: { journey: Journey; pages: PlannedPage[]; fits: boolean }[];

  constructor(
    journeys: readonly Journey[],
    websiteUrl: string,
    { skip_urls, known_urls = [], max_pages }: Pick<ScanOptions, "skip_urls" | "known_urls" | "max_pages">,
  ) {
    this.done = new Set(skip_urls.filter((url) => readScanPoint(url) !== null));
    this.known = new Set(known_urls);
    let room = max_pages - 1;
    this.planned = journeys.map((journey) => {
      const pages = listScanPoints(journey).map((point) => ({ point, url: scanPointUrl(websiteUrl, point) }));
      const fits = pages.length <= room;
      if (fits) room -= pages.length;
      return { journey, pages, fits };
    });
  }

  /** Number of pages that the journeys lead to. */
  get pages(): number {
    return this.planned.reduce((sum, { pages }) => sum + pages.length, 0);
  }

  /** Number of pages that count towards the audit's page limit. */
  get countedPages(): number {
    return this.planned.reduce((sum, { pages, fits }) => sum + (fits ? pages.length : 0), 0);
  }

  /** Number of pages that an earlier scan of the audit has delivered. */
  get pagesDone(): number {
    return this.planned.flatMap(({ pages }) => pages).filter(({ url }) => this.done.has(url)).length;
  }

  /** Runs the journeys that have undelivered pages. Delivers the pages with an error if a journey can't be run. */
  async run(parts: AuditJourneysParts): Promise<void> {
    for (const { journey, pages, fits } of this.planned) {
      const left = pages.filter(({ url }) => !this.done.has(url));
      if (left.length === 0) continue;
      const run = new JourneyRun(journey, left, parts);
      const hasStarted = pages.some(({ url }) => this.known.has(url) || this.done.has(url));
      if (!fits) await run.giveUp(noRoom);
      else if (hasStarted && mayChangeWebsite(journey)) await run.giveUp(interrupted);
      else await run.start();
    }
  }
}

/** One journey of an audit, with the pages that haven't been delivered yet. */
class JourneyRun {
  private readonly left: Map<string, PlannedPage>;
  private readonly startedAt = new Date();
  private readonly entries: readonly string[];
  private screenshot: Screenshot | null = null;
  private isFragile: boolean;

  constructor(
    private readonly journey: Journey,
    pages: readonly PlannedPage[],
    private readonly parts: AuditJourneysParts,
  ) {
    this.left = new Map(pages.map((page) => [page.point.page, page]));
    this.entries = listHiddenForms(listEntries(journey), [new URL(parts.site.startUrl).origin]);
    this.isFragile = pages.some(({ url }) => parts.suspects.includes(url));
  }

  async start(): Promise<void> {
    this.parts.found([...this.left.values()].map(({ url }) => url));
    const end = await this.attempt();
    // A journey that may change data on the website is never run twice.
    const isRepeated = end?.hasCrashed === true && !mayChangeWebsite(this.journey);
    this.isFragile ||= isRepeated;
    const last = isRepeated ? await this.attempt() : end;
    if (last) await this.giveUp(last.message);
  }

  /**
   * Delivers the pages that the journey didn't reach. The first of these pages gets a screenshot of where the journey
   * ended.
   */
  async giveUp(reason: string): Promise<void> {
    const message = hideSecretValues(`The journey “${this.journey.name}” didn't reach this page. ${reason}`, [
      ...this.entries,
    ]);
    for (const { point, url } of this.left.values()) {
      const page = { url, device: this.parts.options.device, startedAt: this.startedAt };
      await this.parts.deliver({
        ...failedPage(page, { code: "journey_failed", message }),
        title: nameScanPoint(point),
        journey: { ...point, url: null },
        ...(this.screenshot ? { screenshot: this.screenshot } : {}),
      });
      this.screenshot = null;
    }
    this.left.clear();
  }

  private async attempt() {
    const { parts, journey } = this;
    const { browsers, options, signIn, site, signal, pageTimeoutMs } = parts;
    const session = browsers.openSession(options.device, signIn?.browser.apart(), options.language);
    const leave = await parts.pacer.enter(new URL(site.startUrl).host, signal);
    this.noteOpen();
    try {
      const timeoutMs = STEPS_TIMEOUT_MS + pageTimeoutMs * this.left.size;
      const work = (tab: Tab) => runJourney(tab, journey, this.world());
      return await session.withTab(work, { timeoutMs, signal });
    } catch (error) {
      signal.throwIfAborted();
      const hasCrashed = error instanceof TabCrashedError;
      return { message: hasCrashed ? "The page crashed." : "The journey took too long.", hasCrashed };
    } finally {
      this.noteClosed();
      leave();
      await session.close();
    }
  }

  private world(): JourneyWorld {
    const { site, isOwn, signIn, pageTimeoutMs, signal } = this.parts;
    const isAllowed = (url: string): boolean =>
      isOwn(url) || (isUrl(url) && (signIn?.origins ?? []).includes(new URL(url).origin));
    return {
      websiteUrl: site.startUrl,
      isOwn: isAllowed,
      signIn,
      pageTimeoutMs,
      signal,
      scan: (tab, name, page, isLast) => this.scan(tab, name, page, isLast),
      ended: async (tab, hasFailed) => {
        if (hasFailed) await this.takePicture(tab);
      },
    };
  }

  /**
   * Scans a page that the journey has reached. Interacts only with the journey's last page, because interacting with a
   * page changes it.
   */
  private async scan(tab: Tab, name: string, { facts, status }: PageEvidence, isLast: boolean): Promise<void> {
    const { options, memory, rules, deliver, noteLinks } = this.parts;
    const planned = this.left.get(name);
    if (!planned) return;
    const isFragile = this.isFragile || !isLast;
    const task = {
      ...{ device: options.device, memory, views: options.views, screenshots: options.screenshots },
      excludeElements: options.exclude_elements,
      chooseRules: (template: string) => rules.choose({ template, isStart: true, isFragile, isReached: true }),
    };
    const page = { point: planned.point, id: planned.url, facts, status, startedAt: new Date() };
    const result = hideInAll(await scanReachedPage(tab, page, task), this.entries);
    // The page is no longer in the list if the journey was abandoned in the meantime.
    if (!this.left.delete(name)) return;
    const { url, point } = planned;
    this.parts.ended(url);
    const journey = { ...point, url: result.journey?.url ?? null };
    const isSecret = (link: string): boolean => hideSecretValues(link, this.entries) !== link;
    const documents = await noteLinks({ url, facts, isSecret });
    // The names of the journey and the page aren't masked, because they identify the page.
    const named = { ...result, url, final_url: url, title: nameScanPoint(point), journey };
    await deliver(documents.length > 0 ? { ...named, documents } : named);
    this.noteOpen();
  }

  private async takePicture(tab: Tab): Promise<void> {
    const { screenshots } = this.parts.options;
    if (screenshots) this.screenshot = (await takeScreenshot(tab, screenshots).catch(() => null))?.screenshot ?? null;
  }

  /** The next page that the journey should reach. */
  private get next(): PlannedPage | undefined {
    return this.left.values().next().value;
  }

  private noteOpen(): void {
    if (this.next) this.parts.started(this.next.url);
  }

  private noteClosed(): void {
    if (this.next) this.parts.ended(this.next.url);
  }
}
