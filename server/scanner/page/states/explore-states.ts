import { channel } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/server/core/log";
import type { Tab } from "../../browser/open-tab";
import { finalAddress } from "../../hash-route";
import type { PageError, Strip, StripPicture } from "../../page-result";
import { isActionText } from "../../sign-in/action-words";
import { MAX_STATES, MAX_STEPS, type ReachStep } from "../../states";
import { callProbeWithRetry, settleAfterLoad } from "../call-probe-with-retry";
import { uncoverPage } from "../cover-page";
import { callWithNodes, listListeners, nodesThatListen } from "../isolated-world";
import { type LoadedPage, loadPage } from "../load-page";
import { PageFailure } from "../page-failure";
import { callProbeWithNodes } from "../probe/probe-script";
import type { PageFacts } from "../probe/read-facts";
import type { AxeFindings } from "../probe/run-axe";
import { createShoot } from "../strips/shoot";
import type { TakenStrip } from "../strips/take-strips";
import { withoutUnclearContrast } from "../views/view-rules";
import type { PageEvidence } from "../walls/clues";
import { isLongShot, isSure, rankOf, scrolling } from "./opener-rank";
import { addRoute, allowOnlyReads, type BlockedRequest, type Traffic } from "./reads-only";
import { failingRules, KnownFindings, keepRepeated, NUMBERS_PER_DOCUMENT } from "./state-findings";
import type { ListedOpener } from "./state-walk";
import { keyOf, type ShownState, StateWalk, toReach } from "./walk-states";

const MAX_LISTENING = 100;
const listening = {
  noteHoverOpeners: ["mouseenter", "mouseover", "pointerenter", "pointerover"],
  noteClickOpeners: ["click"],
} as const;

/** Tells our scripts in a page which of its nodes listen for the pointer and for clicks. */
const noteListeners = async (tab: Tab): Promise<void> => {
  const listeners = await listListeners(tab.cdp);
  for (const name of ["noteHoverOpeners", "noteClickOpeners"] as const) {
    const nodes = nodesThatListen(listeners, listening[name]).slice(0, MAX_LISTENING);
    await callWithNodes(tab.cdp, tab.frameId, callProbeWithNodes(name), nodes);
  }
};

/** A state of a page, with the steps that lead to it. */
export interface FoundState {
  reach: ReachStep[];
}

export interface ExploredStates {
  states: FoundState[];
  found: AxeFindings[];
  strips: TakenStrip[];
  blocked: BlockedRequest[];
  /** The number of findings that were left out because they are on excluded elements. */
  excluded: number;
  /** URLs of other pages that the page opened when its elements were used. */
  routes: string[];
  /** Links that appeared in the states. */
  links: PageFacts["links"];
  /**
   * Whether everything was tried: there was enough time, the page didn't use WebSockets or keep adding content, and no
   * other page was shown when the page was loaded again.
   */
  isWhole: boolean;
}

/**
 * Keys of openers that have already been used on another page of the scan and are in parts that pages share, such as a
 * header.
 */
export type OpenerMemory = Set<string>;

export interface ExploreTask {
  url: string;
  /** The rules to run in each state. */
  rules: readonly string[];
  /** Selectors of elements to leave out of the findings. */
  excludeElements: readonly string[];
  memory: OpenerMemory;
  /** Whether routes in the fragment distinguish the pages of the document. */
  hasRoutes: boolean;
  mostStrips: number;
  /** Returns why the page shown after loading the URL again can't be explored; null if it can be. */
  refuse: (page: PageEvidence) => Promise<PageError | null>;
  /** Runs `work` in a new tab that shares nothing with earlier ones, for at most `timeoutMs`. */
  withFreshTab: (work: (tab: Tab) => Promise<void>, timeoutMs: number) => Promise<void>;
}

/** Time limit for all states of a page, including loading the page. */
export const STATES_MS = 15_000;
/** Receives the URL of each page whose states were explored, and the time taken, for the benchmark. */
export const explored = channel("curbcut:states");
const MAX_DOCUMENTS = 5;
/** How long to wait after the time limit before discarding a tab. */
const CLOSING_MS = 3_000;
/**
 * Time before failed rules run again. A failure counts only if it still occurs then, because content may have been
 * moving during the first run.
 */
const AGAIN_MS = 500;
/** Maximum numbers of elements to report, on the whole page and in each state. */
const PAGE_LIMITS = { nodesPerRule: 500, nodesPerPage: 5_000 };
const STATE_LIMITS = { nodesPerRule: 50, nodesPerPage: 100 };
const MAX_CAROUSEL_STEPS = 3;
const MAX_LINKS = 500;
/**
 * If less time than this is left, paths that have to be tried again come before paths that are unlikely to show
 * anything.
 */
const LOST_MS = 5_000;
/**
 * Minimum remaining time for following another path. Finding a state and running the rules in it takes up to about this
 * long.
 */
const LEAST_MS = 1_800;

type Path = readonly ListedOpener[];

class Exploration {
  readonly states: FoundState[] = [];
  readonly found: AxeFindings[] = [];
  readonly strips: TakenStrip[] = [];
  /** The number of findings on excluded elements. */
  excluded = 0;
  readonly traffic: Traffic = { blocked: [], routes: new Set() };
  /** The links that appeared, by URL. */
  readonly links = new Map<string, PageFacts["links"][number]>();
  private readonly known = new KnownFindings();
  private readonly digests = new Set<string>();
  private readonly seen = new Set<string>();
  /** Time used in earlier documents. Waiting for a tab doesn't count. */
  spent = 0;
  private openedAt: number | null = null;
  private isPrevented = false;
  /** Whether there was still more content below after scrolling to the end of the page. */
  private isEndless = false;
  /** Paths that couldn't be followed in the current document, to be tried again in another one. */
  private lost: Path[] = [];
  private readonly triedAgain = new Set<string>();
  /**
   * Paths that couldn't be followed in another document either, perhaps because a request for consent covers an opener.
   */
  private covered: Path[] = [];
  private waiting: Path[] = [];
  private document = 0;

  constructor(private readonly task: ExploreTask) {}

  get left(): number {
    const now = performance.now();
    return STATES_MS - this.spent - (now - (this.openedAt ?? now));
  }

  get isWhole(): boolean {
    return this.waiting.length === 0 && !this.isPrevented && !this.isEndless;
  }

  /** Explores until nothing is left, loading the page again if something can't be closed. */
  async run(): Promise<void> {
    for (let isFirst = true; this.document < MAX_DOCUMENTS && this.left > 1_000; isFirst = false) {
      if (!isFirst && this.waiting.length === 0) return;
      this.document += 1;
      await this.task.withFreshTab((tab) => this.openDocument(tab, isFirst), this.left + CLOSING_MS);
      this.waiting = [...this.lost.splice(0), ...this.waiting];
    }
  }

  private async openDocument(tab: Tab, isFirst: boolean): Promise<void> {
    this.openedAt = performance.now();
    try {
      const loaded = await loadPage(tab, this.task.url);
      if (loaded.status >= 400)
        throw new PageFailure("http_error", `When loaded again, the page returned status ${loaded.status}.`);
      await settleAfterLoad(tab);
      await this.check(tab, loaded);
      // Messages through an open WebSocket can't be blocked.
      this.isPrevented = tab.watch.record.usesSockets;
      if (!this.isPrevented) await this.exploreLoaded(tab, isFirst);
    } finally {
      this.spent += performance.now() - this.openedAt;
      this.openedAt = null;
    }
  }

  /** Throws PageFailure if the tab doesn't show the page that was scanned. */
  private async check(tab: Tab, { status, headers }: LoadedPage): Promise<void> {
    const { task } = this;
    const facts = await callProbeWithRetry(tab, "facts");
    const finalUrl = finalAddress(task.url, facts.address);
    const { scriptFailures } = tab.watch;
    const refusal = await task.refuse({ url: task.url, finalUrl, status, headers, facts, scriptFailures });
    if (refusal) throw new PageFailure(refusal.code, refusal.message);
    this.checkAddress(finalUrl);
  }

  private checkAddress(shown: string): void {
    const { url } = this.task;
    if (finalAddress(url, shown) !== url)
      throw new PageFailure("navigated_away", `When loaded again, the page has a different URL: ${shown}`);
  }

  private async exploreLoaded(tab: Tab, isFirst: boolean): Promise<void> {
    const leave = await allowOnlyReads(tab, this.traffic);
    try {
      // Another page may have replaced this one before requests were blocked.
      this.checkAddress(tab.page.url());
      await this.excludeElements(tab);
      const walk = new StateWalk(tab, this.task.hasRoutes);
      await noteListeners(tab);
      if (isFirst) await this.begin(tab, walk);
      const before = await this.countExcluded(tab);
      await this.explore(tab, walk);
      this.excluded += (await this.countExcluded(tab)) - before;
    } finally {
      await leave();
    }
  }

  private async excludeElements(tab: Tab): Promise<void> {
    const { excludeElements } = this.task;
    if (excludeElements.length > 0) await callProbeWithRetry(tab, "excludeElements", excludeElements);
  }

  private async countExcluded(tab: Tab): Promise<number> {
    if (this.task.excludeElements.length === 0) return 0;
    return (await callProbeWithRetry(tab, "countExcluded")).findings;
  }

  private async begin(tab: Tab, walk: StateWalk): Promise<void> {
    await callProbeWithRetry(tab, "noteStructure");
    this.known.add(await this.runAxe(tab, false), this.document);
    const openers = [...(await walk.listOpeners()), scrolling];
    this.waiting = this.choose(openers, []);
  }

  /** Returns the paths to try from a state, most promising first. */
  private choose(openers: readonly ListedOpener[], path: Path): Path[] {
    const isKnown = (next: Path): boolean => this.seen.has(keyOf(next));
    const chosen = openers
      .filter(({ isShared, key }) => !(isShared && this.task.memory.has(key)))
      .filter(({ action, isDeclared, name }) => (action === "select" && isDeclared) || !isActionText(name))
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map((opener) => [...path, opener])
      .filter((next) => !isKnown(next));
    for (const next of chosen) {
      const [first] = next;
      this.seen.add(keyOf(next));
      if (first?.isShared && next.length === 1) this.task.memory.add(first.key);
    }
    return chosen;
  }

  private async explore(tab: Tab, walk: StateWalk): Promise<void> {
    for (let path = this.waiting.shift(); path; path = this.waiting.shift()) {
      const isLate = this.lost.length > 0 && this.left < LOST_MS && isLongShot(path);
      if (isLate || this.left < LEAST_MS || this.states.length >= MAX_STATES) {
        this.waiting.unshift(path);
        return;
      }
      const shown = await walk.follow(path);
      this.isEndless ||= walk.isEndless;
      // Stops if scripts have replaced the page with another, which is scanned separately. The original page is
      // reloaded.
      if (walk.route !== null) return void addRoute(this.traffic, walk.route);
      if (shown === "lost") this.lose(path);
      else await this.reach(tab, walk, path, shown);
    }
  }

  private async reach(tab: Tab, walk: StateWalk, path: Path, shown: ShownState | null): Promise<void> {
    if (path.at(-1)?.action === "accept")
      for (const each of this.covered.splice(0)) this.waiting.push([...path, ...each]);
    if (!shown || this.digests.has(shown.digest)) return;
    this.digests.add(shown.digest);
    await this.scan(tab, walk, path);
  }

  private lose(path: Path): void {
    const key = keyOf(path);
    (this.triedAgain.has(key) ? this.covered : this.lost).push(path);
    this.triedAgain.add(key);
  }

  private async scan(tab: Tab, walk: StateWalk, path: Path): Promise<void> {
    const reach = toReach(path);
    this.states.push({ reach });
    await this.noteLinks(tab);
    await callProbeWithRetry(tab, "noteStructure");
    const start = performance.now();
    const first = this.known.takeNew(await this.runAxe(tab, true), this.document, reach);
    const found = failingRules(first).length > 0 ? await this.confirm(tab, first, start) : first;
    if (found.rules.some(({ failed, review }) => failed + review > 0)) this.found.push(found);
    await this.shoot(tab, found);
    const last = path.at(-1);
    if (!last || path.length >= MAX_STEPS) return;
    const isRepeated = ({ action, name }: ListedOpener): boolean =>
      path.some((each) => each.action === action && each.name === name);
    const nested = (await walk.listOpeners()).filter(
      (opener) => opener.isNew && opener.action !== "submit" && !isRepeated(opener),
    );
    const again = last.action === "show_next" && path.length < MAX_CAROUSEL_STEPS ? [[...path, last]] : [];
    const paths = this.choose(nested, path);
    this.waiting.unshift(...paths.filter(isSure), ...again);
    this.waiting.push(...paths.filter((each) => !isSure(each)));
  }

  private async noteLinks(tab: Tab): Promise<void> {
    for (const link of await callProbeWithRetry(tab, "linksInState"))
      if (this.links.size < MAX_LINKS && !this.links.has(link.url)) this.links.set(link.url, link);
  }

  /** Runs the failed rules again. `start` is the time of their first run. */
  private async confirm(tab: Tab, first: AxeFindings, start: number): Promise<AxeFindings> {
    await sleep(Math.max(0, start + AGAIN_MS - performance.now()));
    const again = await this.runAxe(tab, true, failingRules(first));
    const offset = this.document * NUMBERS_PER_DOCUMENT;
    const numbered = (element: number | null): number | null => (element === null ? null : element + offset);
    const rules = again.rules.map((rule) => ({
      ...rule,
      violations: rule.violations.map((node) => ({ ...node, element: numbered(node.element) })),
    }));
    return keepRepeated(first, { ...again, rules });
  }

  private async runAxe(tab: Tab, isPart: boolean, rules = this.task.rules): Promise<AxeFindings> {
    const most = isPart ? STATE_LIMITS : PAGE_LIMITS;
    const limits = { rules: [...rules], ...most, outline: false, isPart };
    return withoutUnclearContrast(await callProbeWithRetry(tab, "axe", limits));
  }

  /** For each failed rule, takes pictures of the whole window and of the rule's first element. */
  private async shoot(tab: Tab, { rules }: AxeFindings): Promise<void> {
    for (const { id, violations } of rules) {
      const [node] = violations;
      const element = node?.element;
      if (this.strips.length >= this.task.mostStrips || element === undefined || element === null) continue;
      try {
        const pictures = await this.takePictures(tab, element % NUMBERS_PER_DOCUMENT);
        const strip: Strip = { pictures };
        this.strips.push({ rule: id, element, strip });
      } catch (error) {
        log.debug({ url: tab.page.url(), rule: id, err: error }, "failed to take a screenshot of a state");
      } finally {
        await uncoverPage(tab);
      }
    }
  }

  private async takePictures(tab: Tab, element: number): Promise<StripPicture[]> {
    await callProbeWithRetry(tab, "showNoted", element);
    const shoot = createShoot(tab, element);
    const whole = await shoot("opened_window", { isWhole: true, isOutlined: true });
    return [whole, await shoot("opened_element", { isOutlined: true })];
  }
}

/**
 * Finds what can be opened on a page, opens it in separate tabs, and runs rules on the content that appears. Requests
 * that may change something are blocked and listed. A page that can't be explored, or that is different when it is
 * loaded again, has no states.
 */
export const exploreStates = async (task: ExploreTask): Promise<ExploredStates> => {
  const exploration = new Exploration(task);
  let isStopped = false;
  await exploration.run().catch((error: unknown) => {
    log.debug({ url: task.url, err: error }, "stopped exploring the states of a page");
    isStopped = true;
  });
  const { states, found, strips, traffic, links, isWhole, excluded, spent } = exploration;
  explored.publish({ url: task.url, spentMs: spent });
  const { blocked, routes } = traffic;
  const leading = { routes: [...routes], links: [...links.values()] };
  return { states, found, strips, excluded, blocked, ...leading, isWhole: isWhole && !isStopped };
};
