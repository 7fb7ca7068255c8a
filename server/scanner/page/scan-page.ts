import type { Tab } from "../browser/open-tab";
import type { TabRecord } from "../browser/tab-watch";
import type { ChosenRules } from "../choose-rules";
import type { BrokenLink } from "../crawl/link-checker";
import { finalAddress } from "../hash-route";
import {
  type Device,
  type Excluded,
  MAX_STRIPS,
  type PageError,
  type PageResult,
  type PerformanceResult,
  type ScreenshotOptions,
} from "../page-result";
import { performanceScore } from "../scores";
import type { FurtherView } from "../views";
import { toAxeResult } from "./axe-result";
import { callProbeWithRetry, settleAfterLoad } from "./call-probe-with-retry";
import { runRules, type ScanMemory } from "./drive-page";
import { type LoadedPage, loadPage } from "./load-page";
import { PageFailure } from "./page-failure";
import type { PageMetrics } from "./probe/observe-metrics";
import { nameTemplate } from "./probe/read-structure";
import type { AxeFindings } from "./probe/run-axe";
import { toQualityResult } from "./quality-checks";
import { toSeoResult } from "./seo-checks";
import type { ExploredStates } from "./states/explore-states";
import { joinStates } from "./states/state-findings";
import type { TakenStrip } from "./strips/take-strips";
import { toOutline } from "./to-outline";
import type { PhoneFindings, PhoneTask } from "./views/scan-on-phone";
import { rulesInState, rulesOnPhone } from "./views/view-rules";
import type { PageEvidence } from "./walls/clues";
import { recogniseWall } from "./walls/recognise-wall";

export interface PageTask {
  url: string;
  isStart: boolean;
  device: Device;
  chooseRules: (template: string) => ChosenRules;
  memory: ScanMemory;
  /** The views to test besides the usual one, if the scanner interacts with the page. */
  views: readonly FurtherView[];
  /** Selectors of elements to leave out of the findings. */
  excludeElements: readonly string[];
  /** If unset, no screenshot is taken. */
  screenshots?: ScreenshotOptions | undefined;
  /**
   * Called when the page has settled. Decides whether to scan the page or leave it out; returns an error for a wall.
   */
  decide: (page: PageEvidence) => Promise<"scan" | "leave" | PageError>;
  findBrokenLinks: (links: readonly string[]) => Promise<BrokenLink[]>;
  /** Runs rules in the states of the page, in other tabs. */
  exploreStates: (page: { url: string; rules: readonly string[]; mostStrips: number }) => Promise<ExploredStates>;
  /** In another tab, looks for pages that only scripts on the page lead to. */
  findRoutes: (url: string) => void;
  /** Runs rules on the page in another tab, which emulates a phone. */
  scanOnPhone: (page: Pick<PhoneTask, "url" | "rules" | "usual" | "mostStrips">) => Promise<PhoneFindings>;
}

/** A response with status 429 or 503, which asks the scanner to slow down. The page wasn't scanned. */
export interface Refusal {
  status: number;
  retryAfter: string | null;
  error: PageError;
}

export type PageScan =
  | { kind: "result"; result: Promise<PageResult> }
  | { kind: "left" }
  | { kind: "refused"; refusal: Refusal };

export const MAX_ELEMENTS = 60_000;
const ERROR_LOAD_MS = 5_000;

const round = (value: number | null, digits = 0): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;

const toPerformance = (metrics: PageMetrics, record: TabRecord): PerformanceResult => {
  const measured = {
    lcp_ms: round(metrics.lcp_ms),
    cls: round(metrics.cls, 4),
    fcp_ms: round(metrics.fcp_ms),
    ttfb_ms: round(metrics.ttfb_ms),
    tbt_ms: round(metrics.tbt_ms),
  };
  return {
    score: performanceScore(measured),
    ...measured,
    load_ms: round(metrics.load_ms),
    weight_bytes: Math.round(record.bytes),
    requests: record.requests,
  };
};

/** Returns a page result that contains only an error. */
export const failedPage = (
  page: { url: string; finalUrl?: string; status?: number | null; device: Device; startedAt: Date },
  error: PageError,
): PageResult => ({
  url: page.url,
  final_url: page.finalUrl ?? page.url,
  http_status: page.status ?? null,
  title: null,
  template: null,
  depth: null,
  device: page.device,
  started_at: page.startedAt.toISOString(),
  duration_ms: Date.now() - page.startedAt.getTime(),
  axe: null,
  performance: null,
  seo: null,
  quality: null,
  error,
});

/** What was found after the page had been loaded again. */
interface LaterFindings {
  states: ExploredStates | null;
  phone: PhoneFindings | null;
}

const stripsOf = (own: readonly TakenStrip[], { states, phone }: LaterFindings): TakenStrip[] =>
  [...own, ...(phone?.strips ?? []), ...(states?.strips ?? [])].slice(0, MAX_STRIPS);

const toLaterResult = (
  { states, phone }: LaterFindings,
  strips: readonly TakenStrip[],
): Pick<PageResult, "phone" | "states" | "strips"> => ({
  ...(strips.length > 0 ? { strips: strips.map(({ strip }) => strip) } : {}),
  ...(states ? { states: { found: states.states, blocked: states.blocked, is_whole: states.isWhole } } : {}),
  ...(phone ? { phone: phone.page } : {}),
});

/** Adds up what was left out. A finding that was left out both in the usual view and on a phone counts once. */
const countExcluded = (usual: Excluded, { states, phone }: LaterFindings): Excluded => ({
  ...usual,
  findings: Math.max(usual.findings, phone?.excluded ?? 0) + (states?.excluded ?? 0),
});

const joinLater = (found: readonly AxeFindings[], { states, phone }: LaterFindings): AxeFindings[] => {
  const [usual, ...later] = found;
  return usual ? joinStates([phone?.found ?? usual, ...later], states?.found ?? []) : [];
};

interface LoadedAgain {
  url: string;
  rules: readonly string[];
  found: readonly AxeFindings[];
  mostStrips: number;
}

/** Tests the page on an emulated phone and explores its states, in separate tabs, if the page was chosen for this. */
const loadAgain = async (
  task: PageTask,
  { url, rules, found, mostStrips }: LoadedAgain,
  { loadsOnPhone, exploresStates }: Pick<ChosenRules, "loadsOnPhone" | "exploresStates">,
): Promise<LaterFindings> => {
  const [usual] = found;
  const phone =
    loadsOnPhone && usual ? await task.scanOnPhone({ url, rules: rulesOnPhone(rules), usual, mostStrips }) : null;
  const left = mostStrips - (phone?.strips.length ?? 0);
  const states = exploresStates
    ? await task.exploreStates({ url, rules: rulesInState(rules), mostStrips: left })
    : null;
  return { states, phone };
};

const findRoutes = async (tab: Tab, task: PageTask, url: string): Promise<void> => {
  // If this call fails, the page is scanned anyway.
  const navigators = await callProbeWithRetry(tab, "listNavigators").catch(() => []);
  if (navigators.length > 0) task.findRoutes(url);
};

/** Waits until the page is ready, and decides what to do with it. */
const readPage = async (tab: Tab, { url, decide }: PageTask, { status, headers }: LoadedPage) => {
  await callProbeWithRetry(tab, "watchText");
  await settleAfterLoad(tab);
  const facts = await callProbeWithRetry(tab, "facts");
  tab.watch.noteMoves(facts.address);
  const finalUrl = finalAddress(url, facts.address);
  const { scriptFailures } = tab.watch;
  return { facts, finalUrl, decision: await decide({ url, finalUrl, status, headers, facts, scriptFailures }) };
};

const scanLoaded = async (tab: Tab, task: PageTask, loaded: LoadedPage, startedAt: Date): Promise<PageScan> => {
  const { facts, finalUrl, decision } = await readPage(tab, task, loaded);
  const { status, headers } = loaded;
  if (decision === "leave") return { kind: "left" };
  if (decision !== "scan")
    return {
      kind: "result",
      result: Promise.resolve(failedPage({ ...task, finalUrl, status, startedAt }, decision)),
    };
  if (facts.elements > MAX_ELEMENTS)
    throw new PageFailure("too_large", `The page has too many elements to scan: ${facts.elements}.`);
  const metrics = await callProbeWithRetry(tab, "metrics");
  const record = structuredClone(tab.watch.record);
  const brokenLinks = task.findBrokenLinks(facts.links.map(({ url }) => url));
  brokenLinks.catch(() => undefined);
  const template = nameTemplate(facts);
  const { rules, crossPageRules, depth, secondRules, findsRoutes, ...further } = task.chooseRules(template);
  if (findsRoutes) await findRoutes(tab, task, finalUrl);
  const { found, isWhole, picture, strips, usual, excluded } = await runRules(tab, rules, { ...task, secondRules });
  const outline = toOutline(usual, crossPageRules, picture?.boxes);
  const duration_ms = Date.now() - startedAt.getTime();
  const toResult = async (more: LaterFindings): Promise<PageResult> => {
    const taken = stripsOf(strips, more);
    return {
      url: task.url,
      final_url: finalUrl,
      http_status: loaded.status,
      title: facts.title || null,
      template,
      depth: isWhole ? depth : "partial",
      device: task.device,
      started_at: startedAt.toISOString(),
      duration_ms,
      axe: toAxeResult(joinLater(found, more), { boxes: picture?.boxes ?? [], strips: taken }),
      performance: toPerformance(metrics, record),
      seo: toSeoResult({
        facts,
        status: loaded.status,
        robotsHeader: headers["x-robots-tag"] ?? null,
        brokenLinks: await brokenLinks,
      }),
      quality: toQualityResult({ facts, record }),
      error: null,
      ...(picture ? { screenshot: picture.screenshot } : {}),
      ...(outline ? { outline } : {}),
      ...(excluded ? { excluded: countExcluded(excluded, more) } : {}),
      ...toLaterResult(more, taken),
    };
  };
  const again = { url: finalUrl, rules, found, mostStrips: MAX_STRIPS - strips.length };
  const result = loadAgain(task, again, further).then(toResult);
  result.catch(() => undefined);
  return { kind: "result", result };
};

/** Returns the error for a page that responded with a status of 400 or above. */
const httpError = (status: number): PageError => ({
  code: status === 429 ? "rate_limited" : "http_error",
  message: `The server responded with status ${status}.`,
});

/**
 * Returns the wall's error if the body of a response with an error status is a wall, and otherwise the error for the
 * status.
 */
const explainStatus = async (
  tab: Tab,
  { url, isStart }: PageTask,
  { status, headers, finalUrl }: LoadedPage,
): Promise<PageError> => {
  try {
    await callProbeWithRetry(tab, "load", { maxMs: ERROR_LOAD_MS });
    const facts = await callProbeWithRetry(tab, "facts");
    return recogniseWall({ url, isStart, finalUrl, status, headers, facts }) ?? httpError(status);
  } catch {
    // If the body is empty, the browser shows a page of its own, which the scanner can't read.
    return httpError(status);
  }
};

/**
 * Scans one page in a tab. The result is a separate promise, so that the tab can be reused while links are still being
 * checked. Throws PageFailure if the page can't be scanned, or the tab's error if the tab crashes or closes.
 */
export const scanPage = async (tab: Tab, task: PageTask): Promise<PageScan> => {
  const startedAt = new Date();
  const loaded = await loadPage(tab, task.url);
  const { status, finalUrl, headers } = loaded;
  if (status < 400) return scanLoaded(tab, task, loaded, startedAt);
  const error = await explainStatus(tab, task, loaded);
  if (status === 429 || status === 503) {
    return { kind: "refused", refusal: { status, retryAfter: headers["retry-after"] ?? null, error } };
  }
  const page = { url: task.url, finalUrl, status, device: task.device, startedAt };
  return { kind: "result", result: Promise.resolve(failedPage(page, error)) };
};
