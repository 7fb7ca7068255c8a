import type { Tab } from "../../browser/open-tab";
import { withoutFragment, withRouteOnly } from "../../hash-route";
import { MAX_STEP_NAME, MAX_STEPS, type ReachStep } from "../../states";
import { callProbeWithRetry } from "../call-probe-with-retry";
import { redactText } from "../redact";
import { restPointer } from "../rest-pointer";
import type { StateChange } from "./state-parts";
import type { ListedOpener } from "./state-walk";
import { applyOpener, click, press, readAfterTimers, settleBriefly } from "./use-opener";

/** The openers that are used one after another, starting from the page's initial state. */
type Path = readonly ListedOpener[];

export const toReach = (path: Path): ReachStep[] =>
  path.map(({ action, name }) => ({
    action,
    name: action === "scroll" ? "" : redactText(name).slice(0, MAX_STEP_NAME),
  }));

export const keyOf = (path: Path): string => path.map(({ key }) => key).join("\n");

/** Reports whether an opener has a lasting effect, which can't be undone but doesn't have to be. */
const isLasting = ({ action }: ListedOpener): boolean =>
  ["select", "show_next", "scroll", "accept", "refuse"].includes(action);

/** What appeared when an opener was used. */
export interface ShownState {
  digest: string;
}

/** Uses openers in one document. */
export class StateWalk {
  /** The openers whose states are shown now. */
  private current: Path = [];

  /** Whether there is still more content below after scrolling to the end of the page. */
  isEndless = false;

  /** The URL of the page, without its fragment unless the fragment is a route. */
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

  /** The URL with which scripts have replaced the page's own URL; null if the URL is unchanged. */
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
    await callProbeWithRetry(this.tab, "noteTime");
    const { isUsed, isMore } = await applyOpener(this.tab, opener);
    if (!isUsed) return "lost";
    this.isEndless ||= isMore;
    const change = await this.readChange(opener);
    if (change.size === 0 && !isLasting(opener)) return null;
    await callProbeWithRetry(this.tab, "keepState", path.length);
    this.current = path;
    return change.size === 0 ? null : { digest: change.digest };
  }

  /**
   * Returns what has changed since `rememberPage` was called. If nothing has, waits for timers, and then tries keys.
   */
  private async readChange(opener: ListedOpener): Promise<StateChange> {
    const read = (): Promise<StateChange> => callProbeWithRetry(this.tab, "readChange");
    let change = await readAfterTimers(this.tab, read, ({ size }) => size > 0);
    if (change.size > 0 || !opener.isDeclared) return change;
    const { action, key } = opener;
    const keys =
      action === "open" || action === "select" ? await callProbeWithRetry(this.tab, "keysForOpener", key) : [];
    for (const each of keys) {
      if (!(await callProbeWithRetry(this.tab, "focusOpener", key))) return change;
      change = await this.tryKey(each, read);
      if (change.size > 0) return change;
    }
    const arrow = action === "select" ? await callProbeWithRetry(this.tab, "focusTabBefore", key) : null;
    return arrow === null ? change : this.tryKey(arrow, read);
  }

  private async tryKey(key: string, read: () => Promise<StateChange>): Promise<StateChange> {
    await press(this.tab, key);
    await settleBriefly(this.tab);
    return read();
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

  /**
   * Tries to close what the last step opened: with Escape, by using the opener again, with a close button, and by
   * clicking beside the opened content.
   */
  private async undoLast(): Promise<void> {
    const level = this.current.length;
    const last = this.current.at(-1);
    this.current = this.current.slice(0, -1);
    if (!last || isLasting(last)) return;
    const isShown = () => callProbeWithRetry(this.tab, "isStateShown", level);
    await callProbeWithRetry(this.tab, "noteTime");
    if (last.action === "point_at") await restPointer(this.tab);
    await press(this.tab, "Escape");
    await settleBriefly(this.tab);
    const isStill = await readAfterTimers(this.tab, isShown, (shown) => !shown);
    if (last.action !== "open" || !isStill) return;
    await applyOpener(this.tab, last);
    for (const aim of ["aimAtCloser", "aimBeside"] as const) {
      const place = (await isShown()) ? await callProbeWithRetry(this.tab, aim, level) : null;
      if (!place) continue;
      await click(this.tab, place);
      await settleBriefly(this.tab);
    }
  }
}
