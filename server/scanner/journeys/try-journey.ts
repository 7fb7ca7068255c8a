import { isUrl } from "@/server/core/is-url";
import type { Tab } from "../browser/open-tab";
import { type Limits, TabCrashedError } from "../browser/tab-limits";
import { ScanOptions } from "../contract";
import { type DiscoveryParts, discoverSite, ScanFailedError } from "../crawl/discover-site";
import { Frontier } from "../crawl/frontier";
import type { ScanEngine } from "../engine";
import {
  JOURNEY_TRIAL_SECONDS,
  type JourneyTrialOutcome,
  type JourneyTrialRequest,
  type JourneyTrialResult,
  type TriedStep,
} from "../journey-trial-contract";
import { describeShownPage, type ShownPage, takeTrialPicture } from "../page/describe-shown-page";
import { AuditSignIn } from "../sign-in/audit-sign-in";
import { hideSecretValues, listHiddenForms } from "../sign-in/secret-values";
import { describeStep } from "./perform-step";
import { type JourneyWorld, listEntries, listSteps, runJourney } from "./run-journey";

export type TryJourney = (request: JourneyTrialRequest, signal?: AbortSignal) => Promise<JourneyTrialResult>;

const SIGN_IN_TIMEOUT_MS = 50_000;
/** Time limit for taking the screenshot of where a trial ended. */
const PICTURE_MS = 15_000;
const SMALL_PICTURE = { max_height: 800, max_bytes: 40_000 };
const LONGEST_MESSAGE = 2_000;

const describeEnd = (outcome: Exclude<JourneyTrialOutcome, "not_started">, seconds: number): string =>
  ({
    done: "All steps worked.",
    failed: "A step failed.",
    timed_out: `The trial reached its time limit of ${seconds} seconds. In an audit, the steps of a journey may take up to three minutes in total.`,
  })[outcome];

/** Determines what belongs to the website, in the same way as an audit, but without reading its sitemaps. */
const openSite = async (websiteUrl: string, parts: Omit<DiscoveryParts, "options">) => {
  const options = ScanOptions.parse({ respect_robots: false, known_urls: [websiteUrl] });
  const site = await discoverSite(websiteUrl, { ...parts, options });
  const { origins, aliases, isWanted } = site;
  const frontier = new Frontier({ origins, aliases, isWanted, maxPages: 1, pagesDone: 0, skip: [], listOnly: true });
  return { startUrl: site.startUrl, isOwn: (url: string): boolean => frontier.siteAddress(url) !== null };
};

class JourneyTrial {
  private readonly steps: TriedStep[];
  private readonly hidden: readonly string[];
  private readonly signIn: AuditSignIn | null;
  private readonly deadline: number;
  private picture: TriedStep["picture"] = null;
  private page: ShownPage = { url: null, title: null, picture: null };

  constructor(
    private readonly engine: ScanEngine,
    private readonly request: JourneyTrialRequest,
    private readonly signal: AbortSignal,
    private readonly seconds: number,
  ) {
    this.deadline = performance.now() + seconds * 1_000;
    const { journey, sign_in, website_url } = request;
    this.signIn = sign_in ? new AuditSignIn(sign_in, website_url) : null;
    const entries = listHiddenForms(listEntries(journey), [new URL(website_url).origin]);
    this.hidden = [...entries, ...(this.signIn?.browser.hidden ?? [])];
    this.steps = listSteps(journey, website_url).map(({ number, step }) => ({
      number,
      action: step.action,
      description: this.hide(describeStep(step)),
      outcome: "not_performed",
      duration_ms: null,
      message: null,
      picture: null,
    }));
  }

  /** Throws the signal's reason, or an error that isn't about the website. */
  async run(): Promise<JourneyTrialResult> {
    try {
      await this.engine.browsers.warmUp();
      const { guard, fetcher } = this.engine;
      const parts = { guard, fetcher: this.signIn?.browser.signedFetcher(fetcher) ?? fetcher, signal: this.signal };
      const site = await openSite(this.request.website_url, parts);
      await this.signInFirst();
      return this.result(await this.perform(site));
    } catch (error) {
      if (!(error instanceof ScanFailedError)) throw error;
      return this.result("not_started", error.message);
    }
  }

  private hide(text: string): string {
    return hideSecretValues(text, this.hidden).slice(0, LONGEST_MESSAGE);
  }

  private get limits(): Limits {
    return { timeoutMs: Math.max(0, this.deadline - performance.now()), signal: this.signal };
  }

  private async signInFirst(): Promise<void> {
    if (!this.signIn) return;
    const { device, language } = this.request;
    const session = this.engine.browsers.openSession(device, this.signIn.browser, language);
    const limits = { ...this.limits, timeoutMs: Math.min(SIGN_IN_TIMEOUT_MS, this.limits.timeoutMs) };
    try {
      await this.signIn.start(session, limits, false);
    } finally {
      await session.close();
    }
  }

  private async perform(site: Awaited<ReturnType<typeof openSite>>): Promise<JourneyTrialOutcome> {
    const { device, language } = this.request;
    const session = this.engine.browsers.openSession(device, this.signIn?.browser.apart(), language);
    const limits = { timeoutMs: this.limits.timeoutMs + PICTURE_MS, signal: this.signal };
    try {
      const work = (tab: Tab) => runJourney(tab, this.request.journey, this.world(site));
      const end = await session.withTab(work, limits);
      if (end === null) return "done";
      return performance.now() >= this.deadline ? "timed_out" : "failed";
    } catch (error) {
      this.signal.throwIfAborted();
      this.failNext(error instanceof TabCrashedError ? "The page crashed." : "It took too long.");
      return performance.now() >= this.deadline ? "timed_out" : "failed";
    } finally {
      await session.close();
    }
  }

  private world({ startUrl, isOwn }: Awaited<ReturnType<typeof openSite>>): JourneyWorld {
    const { signIn } = this;
    return {
      websiteUrl: startUrl,
      isOwn: (url) => isOwn(url) || (isUrl(url) && (signIn?.origins ?? []).includes(new URL(url).origin)),
      signIn,
      pageTimeoutMs: this.engine.pageTimeoutMs,
      signal: this.signal,
      deadline: this.deadline,
      scan: async (tab, _name, _page, isLast) => {
        // The last page doesn't need its own screenshot: the screenshot of where the journey ended shows it.
        this.picture = isLast ? null : await takeTrialPicture(tab, SMALL_PICTURE);
      },
      performed: ({ duration_ms, failure }) => this.note(duration_ms, failure),
      ended: async (tab) => {
        this.page = await describeShownPage(tab);
      },
    };
  }

  /** Records the outcome of the first step that doesn't have one yet. */
  private note(duration_ms: number | null, failure: string | null): void {
    const at = this.steps.findIndex(({ outcome }) => outcome === "not_performed");
    const step = this.steps[at];
    if (!step) return;
    const message = failure === null ? null : this.hide(failure);
    const { picture } = this;
    this.picture = null;
    this.steps[at] = { ...step, outcome: failure === null ? "done" : "failed", duration_ms, message, picture };
  }

  /**
   * Records that the next step failed. A step that crashed the tab hasn't been recorded yet, because steps are reported
   * when they end.
   */
  private failNext(reason: string): void {
    if (this.steps.every(({ outcome }) => outcome !== "failed")) this.note(null, reason);
  }

  private result(outcome: JourneyTrialOutcome, reason = ""): JourneyTrialResult {
    const message = outcome === "not_started" ? this.hide(reason) : describeEnd(outcome, this.seconds);
    return { outcome, message, steps: this.steps, ...this.page };
  }
}

/**
 * Returns a function that performs a journey's steps once, in a session of its own, without checking its pages. A trial
 * takes at most `seconds`, plus a few seconds for the screenshot of where it ended.
 */
export const createJourneyTrial = (engine: ScanEngine, seconds = JOURNEY_TRIAL_SECONDS): TryJourney => {
  const never = new AbortController().signal;
  return (request, signal = never) => new JourneyTrial(engine, request, signal, seconds).run();
};
