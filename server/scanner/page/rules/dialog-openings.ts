import type { MessageWatch } from "./message-watch";
import type { Observations } from "./observations";
import type { Outcome } from "./own-rule";

/** Dialogs that appear when a button is pressed. */
export interface DialogOpenings {
  /** Reports whether a dialog has appeared since the button was focused, and whether it has received focus. */
  readDialog(): "none" | "focused" | "unfocused";
  /** Remembers whether pressing the Tab key has moved focus into a dialog that didn't receive focus when it opened. */
  readDialogTab(): void;
  /** Focuses the button that seems to close the dialog. Returns false if the dialog has already closed. */
  focusDialogClose(): boolean;
  /** Records whether focus reaches the dialog. Returns the number of dialogs that don't pass. */
  noteDialog(): number;
}

/** Finds dialogs that weren't on the page before a button was pressed. */
interface DialogFinder {
  start(trigger: Element): void;
  /**
   * Returns the dialog that has appeared, or a layer that covers the page and contains controls but isn't marked up as
   * a dialog; null if there is neither.
   */
  find(): { element: Element; isDeclared: boolean } | null;
  /** Reports whether content that stays in place now covers the window, but didn't before. */
  isNowCovered(): boolean;
  canUse(element: Element): boolean;
}

type IsVisible = (element: Element) => boolean;

/** Runs in the page. */
export const createDialogFinder = (watch: Pick<MessageWatch, "list">, isVisible: IsVisible): DialogFinder => {
  const [MOST, STEPS, LEAST_COVERED] = [50, 4, 14];
  const dialogs = "dialog[open], [role='dialog' i], [role='alertdialog' i], [aria-modal='true' i]";
  const usable =
    "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]:not([tabindex^='-'])";
  let before: readonly Element[] = [];
  let wasCovered = false;
  let trigger: Element | null = null;
  const listDialogs = (): Element[] => pageTree.findAll(dialogs).slice(0, MOST).filter(isVisible);
  const fixedAround = (element: Element | null): Element | null => {
    let outermost: Element | null = null;
    for (let each = element, level = 0; each && level < MOST; each = pageTree.parentOf(each), level += 1)
      if (getComputedStyle(each).position === "fixed") outermost = each;
    return outermost;
  };
  const isCovered = (): boolean => {
    const places = Array.from({ length: STEPS }, (_, step) => (step + 0.5) / STEPS);
    const found = places.flatMap((x) =>
      places.map((y) => fixedAround(pageTree.elementAt(x * innerWidth, y * innerHeight))),
    );
    return found.filter((element) => element !== null).length >= LEAST_COVERED;
  };
  const canUse = (element: Element): boolean =>
    pageTree
      .findAll(usable)
      .filter((each) => pageTree.contains(element, each))
      .slice(0, MOST)
      .some(isVisible);
  const isNowCovered = (): boolean => !wasCovered && isCovered();
  const findLayer = (): Element | null =>
    isNowCovered()
      ? (watch
          .list()
          .flatMap(({ element }) => fixedAround(element) ?? [])
          .find(canUse) ?? null)
      : null;
  return {
    start: (button) => {
      [before, wasCovered, trigger] = [listDialogs(), isCovered(), button];
    },
    find: () => {
      const dialog = listDialogs().find(
        (each) => !before.includes(each) && !(trigger && pageTree.contains(trigger, each)),
      );
      const element = dialog ?? findLayer();
      return element && { element, isDeclared: dialog !== undefined };
    },
    isNowCovered,
    canUse,
  };
};

/** Runs in the page. */
export const createDialogOpenings = (
  { start, find, isNowCovered, canUse }: DialogFinder,
  isVisible: IsVisible,
  note: Observations["note"],
): DialogOpenings & { startDialogs(trigger: Element): void } => {
  const MOST = 50;
  const closing =
    /close|cancel|dismiss|schlie(?:ß|ss)|abbrechen|fermer|annuler|cerrar|cancelar|chiudi|annulla|sluit|annuleer|fechar|^\s*[×✕✖x]\s*$/i;
  let trigger: Element | null = null;
  let opened: ReturnType<DialogFinder["find"]> = null;
  let outcome: Outcome;
  const isInOpened = (active: Element): boolean =>
    opened !== null && (pageTree.contains(opened.element, active) || pageTree.contains(active, opened.element));
  /** Returns the element with focus; null if it is the button that was pressed, or if nothing has focus. */
  const focusedElsewhere = (): Element | null => {
    const active = pageTree.focused();
    return active === document.body || active === document.documentElement || active === trigger ? null : active;
  };
  const nameOf = (button: Element): string =>
    `${(button.textContent ?? "").slice(0, 100)} ${button.getAttribute("aria-label") ?? ""}`.trim();
  return {
    startDialogs: (button) => {
      [trigger, opened, outcome] = [button, null, undefined];
      start(button);
    },
    readDialog: () => {
      opened = find();
      if (!opened) return "none";
      if (!focusedElsewhere()) return "unfocused";
      outcome = true;
      return "focused";
    },
    readDialogTab: () => {
      if (!opened) return;
      const { element, isDeclared } = opened;
      const active = focusedElsewhere();
      const isModal = element.getAttribute("aria-modal")?.toLowerCase() === "true" || isNowCovered();
      const isCertain = isDeclared && isModal && active !== null && canUse(element);
      const isReached = !isVisible(element) || (active !== null && isInOpened(active));
      outcome = isReached || (isCertain ? false : undefined);
    },
    focusDialogClose: () => {
      if (!opened || !isVisible(opened.element)) return false;
      const { element } = opened;
      const buttons = pageTree
        .findAll<HTMLElement>("button, [role='button'], a[href^='#']")
        .filter((button) => pageTree.contains(element, button))
        .slice(0, MOST)
        .filter(isVisible);
      const button = buttons.find((each) => closing.test(nameOf(each))) ?? buttons[0];
      button?.focus({ preventScroll: true });
      return button !== undefined;
    },
    noteDialog: () => {
      const found = opened?.element.isConnected ? opened.element : trigger;
      if (!opened || !found?.isConnected) return 0;
      note("dialog-focus", [found], outcome);
      return outcome === true ? 0 : 1;
    },
  };
};
