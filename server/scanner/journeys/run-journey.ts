import { isUrl } from "@/server/core/is-url";
import { log } from "@/server/core/log";
import type { Tab } from "../browser/open-tab";
import { type Limits, TabCrashedError, TabTimeoutError, within } from "../browser/tab-limits";
import type { Journey, JourneyStep } from "../journey-contract";
import { callProbeWithRetry, settleAfterLoad } from "../page/call-probe-with-retry";
import { PageFailure } from "../page/page-failure";
import type { PageEvidence } from "../page/walls/clues";
import { recogniseWall } from "../page/walls/recognise-wall";
import { confinePassword } from "../sign-in/confine-password";
import { listHiddenForms } from "../sign-in/secret-values";
import { JourneyFailure, refuseAction } from "./journey-failure";
import { describeStep, performStep } from "./perform-step";
import { RequestGuard } from "./request-guard";

const STEP_SECONDS = 10;
/** Additional time for each step, so that the page can load and settle. */
const SETTLE_MS = 25_000;
const TOO_LATE = "The journey reached its time limit.";

/** What the steps of a journey need to know about its audit. */
export interface JourneyWorld {
  websiteUrl: string;
  /** Reports whether a URL belongs to the website. */
  isOwn(url: string): boolean;
  /** The website's sign-in; null if there is none. */
  signIn: {
    origins: readonly string[];
    account: { user_name: string; password: string } | null;
    isSignedOut(page: PageEvidence): boolean;
  } | null;
  /** Time limit for scanning one page. */
  pageTimeoutMs: number;
  signal: AbortSignal;
  /** Time, as measured by `performance.now()`, at which the journey must end. */
  deadline?: number;
  /** Scans the page that the tab shows and delivers the result. */
  scan(tab: Tab, name: string, page: PageEvidence, isLast: boolean): Promise<void>;
  /** Called after each step. */
  performed?(step: PerformedStep): void;
  /**
   * Called when the journey has ended, while its requests are still being inspected. Not called if the page has
   * crashed.
   */
  ended(tab: Tab, hasFailed: boolean): Promise<void>;
}

export interface PerformedStep {
  /** Number of the step, counted from 1; null for opening the start page. */
  number: number | null;
  duration_ms: number;
  /** Why the step failed; null if it worked. */
  failure: string | null;
}

/** Why a journey ended early. */
export interface JourneyEnd {
  message: string;
  /** Whether the page crashed. A second attempt may then succeed. */
  hasCrashed: boolean;
}

/** Lists the text that a journey enters and that mustn't appear in results. */
export const listEntries = ({ steps }: Journey): string[] =>
  steps.flatMap((step) => (step.action === "fill" && step.hide !== false && step.text ? [step.text] : []));

/** Lists the steps to perform, the first of which opens a page. */
export const listSteps = ({ steps }: Journey, websiteUrl: string): { number: number | null; step: JourneyStep }[] => {
  const numbered = steps.map((step, index) => ({ number: index + 1, step }));
  if (steps[0]?.action === "go_to") return numbered;
  return [{ number: null, step: { action: "go_to", url: websiteUrl } }, ...numbered];
};

const messageOf = (error: unknown, step: JourneyStep): string => {
  if (error instanceof JourneyFailure || error instanceof PageFailure) return error.message;
  if (error instanceof TabTimeoutError) return "It took too long.";
  if (error instanceof TabCrashedError) return "The page crashed.";
  if (step.action === "wait_for_text") return "The page didn't show the text in time.";
  if (step.action === "select") return "The option couldn't be chosen.";
  // Logged only for debugging, because the browser's error messages may quote text that was entered.
  log.debug({ err: error }, "failed to perform a step of a journey");
  return "The element didn't respond, or other content covers it.";
};

/** One attempt to perform the steps of a journey in a tab. */
class JourneyAttempt {
  private documents = 0;

  constructor(
    private readonly tab: Tab,
    private readonly world: JourneyWorld,
    private readonly guard: RequestGuard,
  ) {}

  /** Performs a step within its time limit, and checks where it led. */
  async perform(step: JourneyStep, isLast: boolean): Promise<void> {
    const { world, tab } = this;
    if (performance.now() >= (world.deadline ?? Number.POSITIVE_INFINITY)) throw new TabTimeoutError(TOO_LATE);
    if (step.action === "scan") {
      const limits = this.limit(world.pageTimeoutMs);
      tab.endsAt = performance.now() + limits.timeoutMs;
      return within(this.scan(step.name, isLast), limits, new Promise<never>(() => undefined));
    }
    this.guard.startStep("allow" in step ? (step.allow ?? []) : []);
    const timeoutMs = (step.timeout_seconds ?? STEP_SECONDS) * 1_000;
    const context = { tab, websiteUrl: world.websiteUrl, timeoutMs, readSecret: this.readSecret };
    try {
      const limits = this.limit(timeoutMs + SETTLE_MS);
      await within(performStep(context, step), limits, new Promise<never>(() => undefined));
    } catch (error) {
      const stopped = this.guard.stoppedAction;
      throw stopped ? refuseAction(stopped) : error;
    }
    if (this.guard.stoppedAction) throw refuseAction(this.guard.stoppedAction);
    this.checkPlace();
  }

  /** Limits the time for a step to what is left of the journey's time. */
  private limit(timeoutMs: number): Limits {
    const { deadline = Number.POSITIVE_INFINITY, signal } = this.world;
    return { timeoutMs: Math.max(0, Math.min(timeoutMs, deadline - performance.now())), signal };
  }

  private readonly readSecret = (which: "user_name" | "password", url: string): string => {
    const { signIn } = this.world;
    if (!signIn?.account) throw new JourneyFailure("The website has no sign-in with a username and a password.");
    const origin = isUrl(url) ? new URL(url).origin : "null";
    if (!signIn.origins.includes(origin))
      throw new JourneyFailure(
        `The sign-in can be used only on its own origins, not ${origin === "null" ? "in this frame" : `on ${origin}`}.`,
      );
    return signIn.account[which];
  };

  /** Throws an error if the tab shows another website or a browser error. */
  private checkPlace(): void {
    const { page, watch } = this.tab;
    this.checkWebsite(page.url());
    const { documents } = watch.record;
    const status = documents.length > this.documents ? (documents.at(-1)?.status ?? 200) : 200;
    this.documents = documents.length;
    if (status >= 400) throw new JourneyFailure(`The server responded with status ${status}.`);
  }

  private checkWebsite(url: string): void {
    if (!this.world.isOwn(url)) throw new JourneyFailure(`It led to another website: ${url.slice(0, 200)}`);
  }

  private async scan(name: string, isLast: boolean): Promise<void> {
    const { tab, world } = this;
    await settleAfterLoad(tab);
    this.checkPlace();
    const facts = await callProbeWithRetry(tab, "facts");
    tab.watch.noteMoves(facts.address);
    // The page may have been replaced since its URL was checked.
    this.checkWebsite(facts.address);
    const finalUrl = facts.address.split("#", 1)[0] ?? "";
    const { status = 200, headers = {} } = tab.watch.record.documents.at(-1) ?? {};
    const page = { url: finalUrl, finalUrl, status, headers, facts };
    if (world.signIn?.isSignedOut(page)) throw new JourneyFailure("The website has signed the scanner out.");
    const wall = recogniseWall(page);
    if (wall) throw new JourneyFailure(wall.message);
    await world.scan(tab, name, page, isLast);
  }
}

/** If a step enters the password, aborts requests that would send the password to other origins. */
const protectPassword = async (
  tab: Tab,
  { steps }: Journey,
  { signIn }: JourneyWorld,
): Promise<() => Promise<void>> => {
  const isUsed = steps.some((step) => step.action === "fill" && step.secret === "password");
  if (!isUsed || !signIn?.account) return async () => undefined;
  return confinePassword(tab, signIn.origins, signIn.account.password);
};

/** Describes a step that failed. */
const endOf = (number: number | null, step: JourneyStep, error: unknown, failure: string): JourneyEnd => ({
  message: `${number === null ? "Opening the start page" : `Step ${number} (${describeStep(step)})`} failed: ${failure}`,
  hasCrashed: error instanceof TabCrashedError,
});

/**
 * Performs the steps of a journey in a tab. Returns null if all of them worked. Throws the signal's reason, or an error
 * that isn't about the website.
 */
export const runJourney = async (given: Tab, journey: Journey, world: JourneyWorld): Promise<JourneyEnd | null> => {
  const entries = listHiddenForms(listEntries(journey), [new URL(world.websiteUrl).origin]);
  const tab = { ...given, hidden: [...given.hidden, ...entries] };
  const steps = listSteps(journey, world.websiteUrl);
  const guard = await RequestGuard.install(tab);
  const unprotect = await protectPassword(tab, journey, world);
  const attempt = new JourneyAttempt(tab, world, guard);
  try {
    for (const { number, step } of steps) {
      const started = performance.now();
      const report = (failure: string | null): void =>
        world.performed?.({ number, duration_ms: Math.round(performance.now() - started), failure });
      try {
        await attempt.perform(step, number === journey.steps.length);
        report(null);
      } catch (error) {
        world.signal.throwIfAborted();
        const failure = messageOf(error, step);
        report(failure);
        const end = endOf(number, step, error, failure);
        const hasCrashed = end.hasCrashed || tab.page.isClosed();
        // Withdraws the step's permissions, because a step that took too long may still be in progress.
        guard.startStep([]);
        if (!hasCrashed) await world.ended(tab, true);
        return { ...end, hasCrashed };
      }
    }
    await world.ended(tab, false);
    return null;
  } finally {
    await unprotect();
    await guard.remove();
  }
};
