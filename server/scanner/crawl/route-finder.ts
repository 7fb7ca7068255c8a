import { setImmediate } from "node:timers/promises";
import { log } from "@/server/core/log";
import type { Tab } from "../browser/open-tab";
import { findClickRoutes } from "../page/routes/find-click-routes";
import { testHashRoutes } from "../page/routes/test-hash-routes";
import type { Frontier, Target } from "./frontier";
import type { UntestedRoutes } from "./hash-routes";

/** Maximum number of pages whose elements are clicked in a scan. */
const MAX_CLICKED_PAGES = 10;
const TEST_MS = 25_000;
const CLICK_MS = 25_000;

export interface RouteFinderParts {
  frontier: Frontier;
  /** Returns the untested documents whose routes these links may lead to. */
  takeUntested: (links: readonly string[]) => UntestedRoutes[];
  /** Runs `work` in a new tab that shares nothing with earlier ones, for at most `timeoutMs`. */
  withFreshTab: (url: string, work: (tab: Tab) => Promise<void>, timeoutMs: number) => Promise<void>;
  /** Called when further links from a page have been queued. */
  queued: () => void;
  signal: AbortSignal;
}

/** Finds pages of a website that no ordinary links lead to. Each search uses a separate tab. */
export class RouteFinder {
  private clickedPages = 0;

  constructor(private readonly parts: RouteFinderParts) {}

  /** Tests whether documents have routes, and then queues `links`, which are on `page`. */
  async testRoutes(untested: readonly UntestedRoutes[], links: readonly string[], page: Target): Promise<void> {
    const { frontier, queued } = this.parts;
    const held = frontier.holdFor(page);
    try {
      for (const each of untested)
        await this.attempt(each.document, TEST_MS, async (tab) => {
          frontier.routes.settle(each, await testHashRoutes(tab, each));
        });
    } finally {
      for (const _ of frontier.addLinksInParts(links, held)) await setImmediate();
      queued();
    }
  }

  /** Clicks elements that may lead from a page to other pages, and queues the URLs of these pages. */
  async clickElements(url: string, page: Target): Promise<void> {
    if (this.parts.frontier.listOnly || this.clickedPages >= MAX_CLICKED_PAGES) return;
    this.clickedPages += 1;
    const links: string[] = [];
    await this.attempt(url, CLICK_MS, async (tab) => void links.push(...(await findClickRoutes(tab, url))));
    await this.addLinks(links, page);
  }

  /** Queues URLs that a page's scripts lead to. */
  addLinks(links: readonly string[], page: Target): Promise<void> {
    return this.testRoutes(this.parts.takeUntested(links), links, page);
  }

  /** Logs errors, because a page that can't be searched is scanned anyway. */
  private async attempt(url: string, timeoutMs: number, work: (tab: Tab) => Promise<void>): Promise<void> {
    const { withFreshTab, signal } = this.parts;
    try {
      await withFreshTab(url, work, timeoutMs);
    } catch (error) {
      signal.throwIfAborted();
      log.debug({ url, err: error }, "failed to look for routes");
    }
  }
}
