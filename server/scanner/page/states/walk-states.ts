import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "../../browser/open-tab";
import { withoutFragment, withRouteOnly } from "../../hash-route";
import { MAX_STEP_NAME, MAX_STEPS, type ReachStep } from "../../states";
import { callProbeWithRetry } from "../call-probe-with-retry";
import { redactText } from "../redact";
import type { ListedOpener } from "./state-walk";

/** Uses openers in one document. A path is the openers that are used one after another, from the page as it loaded. */
type Path = readonly ListedOpener[];

const QUIET_MS = 80;
const SETTLE_MS = 700;
const ANSWER_MS = 1_500;
/** Scripts that animate something usually take up to half a second. */
const STEADY_MS = 800;
/** Some menus open after a pause. */
const LATE_MS = 400;
const PAUSE_MS = 60;
const MAX_SCROLLS = 6;
/** A key to which pages don't respond. */
const NEUTRAL_KEY = "F9";

export const toReach = (path: Path): ReachStep[] =>
  path.map(({ action, name }) => ({
    action,
    name: action === "scroll" ? "" : redactText(name).slice(0, MAX_STEP_NAME),
  }));

export const keyOf = (path: Path): string => path.map(({ key }) => key).join("\n");

/** Waits until the page has responded, for at most about two seconds. */
const settleBriefly = async (tab: Tab): Promise<void> => {
  const settle = () => callProbeWithRetry(tab, "settle", { quietMs: QUIET_MS, maxMs: SETTLE_MS });
  await settle();
  if (tab.watch.pending > 0) {
    for (let waited = 0; waited < ANSWER_MS && tab.watch.pending > 0; waited += PAUSE_MS) await sleep(PAUSE_MS);
    await settle();
  }
  await callProbeWithRetry(tab, "untilSteady", STEADY_MS);
};

const press = async (tab: Tab, ...keys: string[]): Promise<void> => {
  for (const key of keys) await tab.page.keyboard.press(key);
};

const click = async ({ page: { mouse } }: Tab, { x, y }: { x: number; y: number }): Promise<void> => {
  await mouse.move(x, y);
  await mouse.down();
  await mouse.up();
};

const scrollToEnd = async (tab: Tab): Promise<void> => {
  for (let scrolls = 0; scrolls < MAX_SCROLLS; scrolls += 1) {
    const isMore = await callProbeWithRetry(tab, "scrollOn");
    await settleBriefly(tab);
    if (!isMore) return;
  }
};

/** Focuses an opener after a key press, because some pages show tips only to people who use the keyboard. */
const focus = async (tab: Tab, key: string): Promise<boolean> => {
  await press(tab, NEUTRAL_KEY);
  return callProbeWithRetry(tab, "focusOpener", key);
};

/** Uses an opener. Returns false if it can't be used, because it is gone or something covers it. */
const use = async (tab: Tab, { action, key }: ListedOpener): Promise<boolean> => {
  if (action === "scroll") {
    await scrollToEnd(tab);
    return true;
  }
  if (action === "focus") {
    if (!(await focus(tab, key))) return false;
    await settleBriefly(tab);
    return true;
  }
  const point = await callProbeWithRetry(tab, "aimAtOpener", key);
  if (!point) return false;
  if (action === "point_at") await tab.page.mouse.move(point.x, point.y);
  else await click(tab, point);
  await settleBriefly(tab);
  return true;
};

/** Reports whether what an opener does can't be undone, and doesn't have to be. */
const isLasting = ({ action }: ListedOpener): boolean =>
  ["select", "show_next", "scroll", "accept", "refuse"].includes(action);

/** What using an opener has shown; null if nothing. */
export interface ShownState {
  digest: string;
}

export class StateWalk {
  /** The openers whose states are shown now. */
  private current: Path = [];

  /** The URL of the page, without its fragment unless this is a route. */
  private readonly url: string;

  constructor(
    private readonly tab: Tab,
    private readonly hasRoutes: boolean,
  ) {
    this.url = this.readUrl();
  }

  private readUrl(): string {
    const url = this.tab.page.url();
    return this.hasRoutes ? withRouteOnly(url) : withoutFragment(url);
  }

  /** The URL that the page's scripts have replaced its own with; null if it is still the same page. */
  get route(): string | null {
    const url = this.readUrl();
    return url === this.url ? null : url;
  }

  listOpeners(): Promise<ListedOpener[]> {
    return callProbeWithRetry(this.tab, "listOpeners");
  }

  /** Follows a path. Returns null if nothing appears at its end, and "lost" if it can't be followed. */
  async follow(path: Path): Promise<ShownState | null | "lost"> {
    const last = path.at(-1);
    if (!last || path.length > MAX_STEPS || !(await this.goTo(path.slice(0, -1)))) return "lost";
    return this.step(last, path);
  }

  private async step(opener: ListedOpener, path: Path): Promise<ShownState | null | "lost"> {
    await callProbeWithRetry(this.tab, "rememberPage");
    if (!(await use(this.tab, opener))) return "lost";
    let change = await callProbeWithRetry(this.tab, "readChange");
    if (change.size === 0 && opener.isDeclared && opener.action === "open") {
      await sleep(LATE_MS);
      change = await callProbeWithRetry(this.tab, "readChange");
    }
    if (change.size === 0 && opener.isDeclared && opener.action === "open") {
      await press(this.tab, "ArrowDown");
      await settleBriefly(this.tab);
      change = await callProbeWithRetry(this.tab, "readChange");
    }
    if (change.size === 0 && !isLasting(opener)) return null;
    await callProbeWithRetry(this.tab, "keepState", path.length);
    this.current = path;
    return change.size === 0 ? null : { digest: change.digest };
  }

  /** Shows the state at the end of a path, if it isn't shown yet. */
  private async goTo(path: Path): Promise<boolean> {
    while (!this.isOn(path)) await this.undoLast();
    for (let level = this.current.length; level > 0; level -= 1) {
      const last = this.current[level - 1];
      if (last && isLasting(last)) break;
      if (await callProbeWithRetry(this.tab, "isStateShown", level)) break;
      this.current = this.current.slice(0, level - 1);
    }
    for (const [index, opener] of path.entries()) {
      if (index < this.current.length) continue;
      const shown = await this.step(opener, path.slice(0, index + 1));
      if (shown === "lost" || (shown === null && !isLasting(opener))) return false;
    }
    return true;
  }

  private isOn(path: Path): boolean {
    return this.current.every(({ key }, index) => path[index]?.key === key);
  }

  /** Tries to close what the last step has opened: by Escape, and then by using the opener again. */
  private async undoLast(): Promise<void> {
    const level = this.current.length;
    const last = this.current.at(-1);
    this.current = this.current.slice(0, -1);
    if (!last || isLasting(last)) return;
    const isShown = () => callProbeWithRetry(this.tab, "isStateShown", level);
    if (last.action === "point_at") await this.tab.page.mouse.move(0, 0);
    await press(this.tab, "Escape");
    await settleBriefly(this.tab);
    if (!(await isShown()) || last.action !== "open") return;
    await use(this.tab, last);
  }
}
