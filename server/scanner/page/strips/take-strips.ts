import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/server/core/log";
import type { Tab } from "../../browser/open-tab";
import { MAX_STRIPS, type Strip, type StripPicture } from "../../page-result";
import { settle } from "../call-probe-with-retry";
import { callProbeOnce, uncoverPage } from "../cover-page";
import { narrowSize } from "../narrow-size";
import type { AxeFindings, AxeNode } from "../probe/run-axe";
import { withoutRequests } from "../without-requests";
import { createShoot, type Look } from "./shoot";
import { type Plan, type StripPlan, type Subject, stripPlans } from "./strip-plans";

/** A strip and the finding that it belongs to; `element` is a number in the page's ElementBook. */
export interface TakenStrip {
  rule: string;
  element: number;
  strip: Strip;
}

const STRIPS_PER_RULE = 2;
/** Time after which no more strips are started. */
const STRIPS_MS = 4_000;
/** A page whose strips take longer than this is closed. */
const MOST_MS = 10_000;

type Chosen = { plan: StripPlan; subject: Subject };

/**
 * Returns the elements that pictures can show. Elements that are reported only in other views are left out, because the
 * pictures show the usual view.
 */
const elementsOf = (nodes: readonly AxeNode[]): { element: number; html: string }[] =>
  nodes.flatMap(({ element, isInFrame, html, views = ["usual"] }) =>
    element === null || isInFrame || !views.includes("usual") ? [] : [{ element, html }],
  );

/** Returns the first few elements that a rule reports, failed elements first, skipping elements with the same code. */
const subjectsOf = (rule: string, found: readonly AxeFindings[]): Subject[] => {
  const rules = found.flatMap(({ rules: all }) => all.filter(({ id }) => id === rule));
  const failed = elementsOf(rules.flatMap(({ violations }) => violations));
  const all = [...failed, ...elementsOf(rules.flatMap(({ incomplete }) => incomplete))];
  const elements = all.map(({ element }) => element);
  const first = all.filter(({ html }, index) => all.findIndex((each) => each.html === html) === index);
  return first
    .slice(0, STRIPS_PER_RULE)
    .map(({ element }) => ({ rule, element, elements, isFailed: failed.some((each) => each.element === element) }));
};

/** Returns the elements to show, in rounds with at most one element per rule. */
const choose = (found: readonly AxeFindings[]): Chosen[][] => {
  const all = stripPlans.map((plan) => ({ plan, subjects: subjectsOf(plan.rule, found) }));
  const rounds = Array.from({ length: STRIPS_PER_RULE }, (_, round) =>
    all.flatMap(({ plan, subjects }) => subjects.slice(round, round + 1).map((subject) => ({ plan, subject }))),
  );
  let left = MAX_STRIPS;
  return rounds.map((round) => {
    const taken = round.slice(0, left);
    left -= taken.length;
    return taken;
  });
};

class StripTaker {
  readonly strips: TakenStrip[] = [];
  private readonly started = performance.now();

  constructor(private readonly tab: Tab) {}

  async takeAll(rounds: readonly Chosen[][]): Promise<void> {
    for (const round of rounds) {
      const narrow = round.flatMap(({ plan, subject }) =>
        plan.way === "resizes" ? [{ subject, look: plan.look }] : [],
      );
      await this.takeNarrow(narrow);
      for (const { plan, subject } of round) if (plan.way !== "resizes") await this.takeOne(subject, plan);
    }
  }

  private get isLate(): boolean {
    return performance.now() - this.started > STRIPS_MS;
  }

  private add({ rule, element }: Subject, pictures: StripPicture[] | null): void {
    if (pictures) this.strips.push({ rule, element, strip: { pictures } });
  }

  private async takeOne(subject: Subject, { way, take }: { way: string; take: Plan }): Promise<void> {
    if (this.isLate) return;
    const work = () => take(this.tab, subject, createShoot(this.tab, subject.element));
    await this.unlessFails(subject.rule, async () =>
      this.add(subject, await (way === "drives" ? withoutRequests(this.tab, work) : work())),
    );
  }

  private async takeNarrow(wanted: readonly { subject: Subject; look: Look }[]): Promise<void> {
    const size = this.tab.page.viewportSize();
    if (size === null || wanted.length === 0 || this.isLate) return;
    const usual = await this.shootEach(wanted, "usual_window");
    await uncoverPage(this.tab);
    await this.tab.page.setViewportSize(narrowSize(size));
    try {
      await settle(this.tab);
      const narrow = await this.shootEach(wanted, "narrow_window");
      for (const { subject } of wanted) {
        const pictures = [usual.get(subject), narrow.get(subject)].flatMap((picture) => picture ?? []);
        this.add(subject, pictures.length === 2 ? pictures : null);
      }
    } finally {
      await this.tab.page.setViewportSize(size);
    }
  }

  private async shootEach(wanted: readonly { subject: Subject; look: Look }[], state: StripPicture["state"]) {
    const pictures = new Map<Subject, StripPicture>();
    for (const { subject, look } of wanted)
      await this.unlessFails(subject.rule, async () => {
        await callProbeOnce(this.tab, "showNoted", subject.element);
        pictures.set(subject, await createShoot(this.tab, subject.element)(state, look));
      });
    return pictures;
  }

  private async unlessFails(rule: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.debug({ url: this.tab.page.url(), rule, err: error }, "failed to take a strip");
    }
  }
}

/**
 * Takes strips for findings that occur in states of the page that the screenshot doesn't show. This happens after all
 * rules have run, so that it can't affect their findings. If the page stops responding, closes the tab and returns the
 * strips taken so far.
 */
export const takeStrips = async (tab: Tab, found: readonly AxeFindings[]): Promise<TakenStrip[]> => {
  const rounds = choose(found);
  if (rounds.every((round) => round.length === 0)) return [];
  const taker = new StripTaker(tab);
  const clock = new AbortController();
  const late = sleep(MOST_MS, "late", { signal: clock.signal }).catch(() => "late");
  const work = taker.takeAll(rounds).catch((error: unknown) => {
    log.debug({ url: tab.page.url(), err: error }, "failed to take strips");
  });
  const outcome = await Promise.race([work, late]).finally(() => clock.abort());
  if (outcome === "late") tab.page.close().catch(() => undefined);
  return [...taker.strips];
};
