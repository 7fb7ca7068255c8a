import type { Observations } from "./observations";
import type { TabStopElements } from "./tab-stops";

/** Tab stops that may trigger the page's scripts when they receive focus. */
export interface FocusReactions {
  /** Returns the numbers of up to ten tab stops that may trigger the page's scripts. */
  reactingStops(): number[];
  /** Remembers the parts of the page around a tab stop, so that `readReaction` can compare them and put them back. */
  rememberSurroundings(stop: number): void;
  /**
   * Returns `opens` if focus has moved from the tab stop to a modal dialog, `moves` if it has moved to another part of
   * the page, and `replaces` if the part with the tab stop is gone and nothing in its place has focus. In the last case,
   * puts the part back.
   */
  readReaction(stop: number): "moves" | "opens" | "replaces" | "none";
  /**
   * Records that focusing the tab stop changes something. The tab stop fails if this leads elsewhere or replaces a part
   * of the page; otherwise, it needs review.
   */
  noteReaction(stop: number, hasFailed: boolean): void;
  /** Records that focusing these tab stops changes nothing. */
  passReactions(stops: readonly number[]): void;
}

export interface FocusReactionElements {
  noteFocusListeners(...nodes: Node[]): void;
}

/** The parts of the page around a tab stop, as they are before it receives focus. */
export interface StopSurroundings {
  remember(stop: Element | undefined): void;
  /** If the tab stop is gone and nothing like it has taken its place, puts the parts back and returns true. */
  putBackReplaced(stop: Element): boolean;
}

/** Runs in the page. */
export const createStopSurroundings = (): StopSurroundings => {
  const MOST_OTHERS = 500;
  let parts: { parent: Element; children: readonly Node[] }[] = [];
  const nameOf = (stop: Element): string =>
    [stop.localName, stop.id, stop.getAttribute("name"), stop.getAttribute("aria-label"), stop.textContent].join();
  /** Reads the property through the prototype, because a form's field with the same name would hide it. */
  const parentOf = (element: Element): Element | null => Reflect.get(Node.prototype, "parentElement", element);
  const childrenOf = (parent: Element): Node[] => [...Reflect.get(Node.prototype, "childNodes", parent)];
  /** Doesn't move the other children, because that would reload frames and media. */
  const putBack = ({ parent, children }: (typeof parts)[number]): void => {
    const kept = new Set(children);
    for (const child of childrenOf(parent)) if (!kept.has(child)) parent.removeChild(child);
    for (const [index, child] of children.entries())
      if (child.parentNode !== parent)
        parent.insertBefore(child, index === 0 ? parent.firstChild : (children[index - 1]?.nextSibling ?? null));
  };
  return {
    remember: (stop) => {
      parts = [];
      for (let parent = stop?.isConnected ? parentOf(stop) : null; parent; parent = parentOf(parent))
        parts.unshift({ parent, children: childrenOf(parent) });
    },
    putBackReplaced: (stop) => {
      if (parts.length === 0 || stop.isConnected || pageTree.focused() !== document.body) return false;
      const name = nameOf(stop);
      const others = pageTree.findAll(stop.localName).slice(0, MOST_OTHERS);
      if (others.some((other) => nameOf(other) === name)) return false;
      for (const part of parts) putBack(part);
      return true;
    },
  };
};

/** Runs in the page. */
export const createFocusReactions = (
  { allStops, stopsAt }: Pick<TabStopElements, "allStops" | "stopsAt">,
  surroundings: StopSurroundings,
  note: Observations["note"],
): FocusReactions & FocusReactionElements => {
  const most = 10;
  const mostInside = 8;
  /** Widgets inside which scripts may move focus. */
  const managed =
    "dialog, [role='dialog'], [role='alertdialog'], [aria-modal='true'], [role='toolbar'], [role='listbox'], [role='menu'], " +
    "[role='menubar'], [role='tablist'], [role='tree'], [role='treegrid'], [role='grid'], [role='radiogroup'], [role='combobox']";
  const modal = "dialog:modal, [aria-modal='true']";
  let listening: readonly Node[] = [];
  /**
   * Reports whether an element is tiny or hidden, like the first and last elements of some dialogs, which only pass
   * focus on.
   */
  const isGuard = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 2 || height <= 2 || pageTree.closest(element, "[aria-hidden='true']") !== null;
  };
  return {
    noteFocusListeners: (...nodes) => {
      listening = nodes;
    },
    reactingStops: () => {
      const stops = [...allStops().entries()].filter(
        ([, stop]) => !isGuard(stop) && pageTree.closest(stop, managed) === null,
      );
      const numbers = listening.flatMap((node) => {
        const inside = stops.filter(([, stop]) => pageTree.contains(node, stop));
        return inside.length <= mostInside ? inside.map(([number]) => number) : [];
      });
      return [...new Set(numbers)].slice(0, most);
    },
    rememberSurroundings: (number) => surroundings.remember(allStops()[number]),
    readReaction: (number) => {
      const stop = allStops()[number];
      if (!stop) return "none";
      if (surroundings.putBackReplaced(stop)) return "replaces";
      const active = pageTree.focused();
      if (!stop.isConnected || !active || active === document.body) return "none";
      const box = pageTree.closest(active, managed);
      if (box?.matches(modal) && !pageTree.contains(box, stop)) return "opens";
      if (box) return "none";
      const isAround = pageTree.contains(stop, active) || pageTree.contains(active, stop);
      return isAround ? "none" : "moves";
    },
    noteReaction: (number, hasFailed) => {
      const stop = allStops()[number];
      if (stop) note("change-on-focus", [stop], hasFailed ? false : undefined);
    },
    passReactions: (numbers) => note("change-on-focus", stopsAt(numbers), true),
  };
};
