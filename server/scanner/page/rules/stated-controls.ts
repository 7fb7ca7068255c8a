import type { Observations } from "./observations";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";

interface Point {
  x: number;
  y: number;
}

/** What has changed since the last call to `aimAtStated`. */
export interface StateChange {
  /** Whether the text of the page has changed or, for a checkbox, switch or toggle button, the classes on it. */
  text: boolean;
  /** Whether the control's state has changed, or the control has been removed. */
  state: boolean;
}

/**
 * Controls with a state that assistive technology announces: those that expand something, tabs that aren't selected,
 * toggle buttons, and checkboxes and switches that aren't native elements. Points are relative to the window, in CSS
 * pixels.
 */
export interface StatedControls {
  /** Records controls that are marked as expanded although nothing that they control is shown. Returns their number. */
  noteWrongStates(): number;
  /** Returns up to four controls of different kinds. Identical controls on other pages are of the same kind. */
  listStated(): { kind: string; isTab: boolean }[];
  /**
   * Scrolls a control into view and remembers its state and the text of the page. Returns the control's centre; null if
   * something covers it.
   */
  aimAtStated(control: number): Point | null;
  readStateChange(control: number): StateChange;
  /** Records whether the control has a stale state. */
  noteStale(control: number, isStale: boolean): void;
}

interface ToggleReader {
  /** Matches checkboxes and switches that aren't native elements, and toggle buttons. */
  selector: string;
  /** Returns the classes and styles of such a control and what it contains; an empty string for any other control. */
  readClasses(control: Element): string;
}

/** Runs in the page. */
export const createToggleReader = (): ToggleReader => {
  const checkable = ["checkbox", "switch"].map((role) => `[role='${role}'][aria-checked]:not(input)`);
  const selector = [...checkable, "button[aria-pressed]", "[role='button'][aria-pressed]"].join();
  return {
    selector,
    readClasses: (control) => {
      if (!control.matches(selector)) return "";
      const elements = [control, ...[...control.querySelectorAll("*")].slice(0, 20)];
      return elements.map((each) => [each.getAttribute("class"), each.getAttribute("style")].join()).join("\n");
    },
  };
};

/** Runs in the page. */
export const createStatedControls = (
  parts: { createShownText: typeof createShownText; createToggleReader: typeof createToggleReader },
  scroll: ScrollMemory,
  note: Observations["note"],
): StatedControls => {
  const MOST = 4;
  const expanding = "button[aria-expanded], a[aria-expanded], [role='button'][aria-expanded]";
  const unselected = "[role='tab'][aria-selected='false']";
  const text = parts.createShownText();
  let controls: readonly Element[] = [];
  let before = { text: "", state: "" };
  const stateOf = (element: Element): string =>
    ["aria-expanded", "aria-selected", "aria-checked", "aria-pressed"]
      .map((name) => element.getAttribute(name) ?? "")
      .join();
  const kindOf = (element: Element): string => {
    const names = [...element.attributes].map(({ name }) => name).sort();
    return [element.localName, element.getAttribute("class") ?? "", ...names].join(" ").slice(0, 500);
  };
  const toggles = parts.createToggleReader();
  const readLook = (element: Element): string => [text.readPage(), toggles.readClasses(element)].join("\n");
  const isUsable = (element: Element): boolean =>
    text.isVisible(element) && !element.matches(":disabled, [aria-disabled='true'], [inert] *");
  const isWronglyExpanded = (element: Element): boolean => {
    const ids = (element.getAttribute("aria-controls") ?? "").split(/\s+/).filter(Boolean);
    const controlled = ids.slice(0, 20).map((id) => pageTree.findById(element, id));
    return controlled.length > 0 && controlled.every((each) => each !== null && !each.checkVisibility());
  };
  return {
    noteWrongStates: () => {
      const wrong = pageTree
        .findAll(expanding)
        .filter((element) => element.getAttribute("aria-expanded") === "true")
        .filter((element) => isUsable(element) && isWronglyExpanded(element))
        .slice(0, 20);
      note("stale-state", wrong, false);
      return wrong.length;
    },
    listStated: () => {
      const byKind = new Map<string, Element>();
      for (const element of pageTree.findAll(`${expanding}, ${unselected}, ${toggles.selector}`))
        if (byKind.size < MOST && !byKind.has(kindOf(element)) && isUsable(element))
          byKind.set(kindOf(element), element);
      controls = [...byKind.values()];
      return [...byKind].map(([kind, element]) => ({ kind, isTab: element.matches(unselected) }));
    },
    aimAtStated: (number) => {
      const control = controls[number];
      if (!control?.isConnected) return null;
      scroll.scrollTo(control);
      before = { text: readLook(control), state: stateOf(control) };
      return text.openCentreOf(control);
    },
    readStateChange: (number) => {
      const control = controls[number];
      if (!control?.isConnected) return { text: text.readPage() !== before.text, state: true };
      return { text: readLook(control) !== before.text, state: stateOf(control) !== before.state };
    },
    noteStale: (number, isStale) => {
      const control = controls[number];
      if (control) note("stale-state", [control], !isStale);
    },
  };
};
