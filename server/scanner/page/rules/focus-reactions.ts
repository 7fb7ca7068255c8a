import type { Observations } from "./observations";
import type { TabStopElements } from "./tab-stops";

/** Tab stops that may trigger the page's scripts when they receive focus. */
export interface FocusReactions {
  /** Returns the numbers of up to ten tab stops that may trigger the page's scripts. */
  reactingStops(): number[];
  /** Reports whether the focus has moved from a tab stop to another part of the page. */
  hasMovedFrom(stop: number): boolean;
  noteReaction(stop: number, leavesPage: boolean): void;
}

export interface FocusReactionElements {
  noteFocusListeners(...nodes: Node[]): void;
}

/** Runs in the page. */
export const createFocusReactions = (
  { allStops }: Pick<TabStopElements, "allStops">,
  note: Observations["note"],
): FocusReactions & FocusReactionElements => {
  const most = 10;
  const mostInside = 8;
  /** Widgets inside which scripts may move the focus. */
  const managed =
    "dialog, [role='dialog'], [role='alertdialog'], [aria-modal='true'], [role='toolbar'], [role='listbox'], [role='menu'], " +
    "[role='menubar'], [role='tablist'], [role='tree'], [role='treegrid'], [role='grid'], [role='radiogroup'], [role='combobox']";
  let listening: readonly Node[] = [];
  /**
   * Reports whether an element is tiny or hidden, like the first and last elements of some dialogs, which only pass the
   * focus on.
   */
  const isGuard = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 2 || height <= 2 || element.closest("[aria-hidden='true']") !== null;
  };
  return {
    noteFocusListeners: (...nodes) => {
      listening = nodes;
    },
    reactingStops: () => {
      const stops = [...allStops().entries()].filter(([, stop]) => !isGuard(stop) && stop.closest(managed) === null);
      const numbers = listening.flatMap((node) => {
        const inside = stops.filter(([, stop]) => node.contains(stop));
        return inside.length <= mostInside ? inside.map(([number]) => number) : [];
      });
      return [...new Set(numbers)].slice(0, most);
    },
    hasMovedFrom: (number) => {
      const stop = allStops()[number];
      const active = document.activeElement;
      if (!stop?.isConnected || !active || active === document.body || active.closest(managed)) return false;
      return !stop.contains(active) && !active.contains(stop) && active.shadowRoot?.contains(stop) !== true;
    },
    noteReaction: (number, leavesPage) => {
      const stop = allStops()[number];
      if (stop) note("change-on-focus", [stop], leavesPage ? false : undefined);
    },
  };
};
