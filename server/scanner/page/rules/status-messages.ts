import type { createDialogFinder, createDialogOpenings, DialogOpenings } from "./dialog-openings";
import type { Message, MessageWatch } from "./message-watch";
import type { Observations } from "./observations";

/** Runs in the page: returns the messages that seem to report a result but that screen readers don't announce. */
export const findSilentStatus = (messages: readonly Message[], pressed: Element): Message[] => {
  const LONGEST = 120;
  const MOST = 3;
  const words =
    /added|saved|copied|\bsent\b|removed|updated|success|fail|error|thank|result|found|match|\bitems?\b|selected|loading|complete|uploaded|subscribed|hinzugefügt|gespeichert|kopiert|gesendet|entfernt|aktualisiert|erfolg|fehler|danke|treffer|ergebnis|gefunden|ausgewählt|ajouté|enregistré|copié|envoyé|supprimé|succès|erreur|merci|résultat|trouvé|añadid|guardad|copiad|enviad|gracias|resultado|encontrad|aggiunt|salvat|copiat|inviat|grazie|risultat|trovat|toegevoegd|opgeslagen|gekopieerd|verzonden|bedankt|resultaten|gevonden|adicionad|salv[oa]|obrigad|träff|hittad|sparad|skickad|znalezion|nalezen/;
  const named = /toast|snack|notif|alert|message|msg|status|success|feedback|result|count/i;
  const isNamed = (element: Element): boolean =>
    [element, element.parentElement].some((each) =>
      named.test(`${each?.id.slice(0, 200)} ${each?.getAttribute("class")?.slice(0, 500)}`),
    );
  /** Parts of the page that people encounter while reading, as opposed to status messages. */
  const parts = "button, a, nav, table, [role='tabpanel'], option, select, pre, code, h1, h2, label";
  const isStatus = ({ element, text, isNumber, home }: Message): boolean =>
    text.length <= LONGEST &&
    !pageTree.contains(pressed, element) &&
    pageTree.closest(element, parts) === null &&
    (home === element ||
      home.querySelectorAll("input, select, textarea").length === 0 ||
      pageTree.contains(home, pressed)) &&
    (words.test(text) || (!isNumber && isNamed(element)));
  const found = messages.filter(isStatus);
  return found.length <= MOST && messages.length <= MOST * 2 ? found : [];
};

/** Runs in the page: records messages that aren't announced. Returns their number. */
export const noteSilentStatus = (
  messages: readonly Message[],
  pressed: Element,
  watch: Pick<MessageWatch, "hasAnnounced" | "hasFocusMoved">,
  find: typeof findSilentStatus,
  note: Observations["note"],
): number => {
  if (watch.hasAnnounced() || watch.hasFocusMoved()) return 0;
  const silent = find(messages, pressed).filter(({ isAnnounced }) => !isAnnounced);
  for (const { home, text } of silent)
    note("silent-status", [home.matches("body, html, main") ? pressed : home], undefined, `“${text.slice(0, 80)}”`);
  return silent.length;
};

/** How to use a control: press a button, type into a field, check a checkbox, or choose another option. */
export type StatusUse = "press" | "type" | "check" | "choose";

/** Controls that may lead to a status message or open a dialog when people use them. */
export interface StatusControls extends DialogOpenings {
  /**
   * Lists some of the controls that may lead to a status message or dialog. Identical ones on other pages have the same
   * `kind`.
   */
  listStatusControls(): { kind: string; use: StatusUse }[];
  /** Focuses a control and remembers the text of the page. Returns whether the control has focus. */
  focusStatusControl(control: number): boolean;
  isStatusControlFocused(control: number): boolean;
  /** Reports whether text has appeared, or focus has moved, since `focusStatusControl` was called. */
  hasNews(): boolean;
  /** Records messages that aren't announced. Returns their number. */
  noteStatus(control: number): number;
}

export interface StatusElements {
  noteActing(...nodes: Node[]): void;
  noteTyping(...nodes: Node[]): void;
  noteChoosing(...nodes: Node[]): void;
}

interface Parts {
  createDialogFinder: typeof createDialogFinder;
  createDialogOpenings: typeof createDialogOpenings;
  createStatusTests: typeof createStatusTests;
  findSilentStatus: typeof findSilentStatus;
  listStatusTargets: typeof listStatusTargets;
  mayChange: typeof mayChange;
  nameControl: typeof nameControl;
  noteSilentStatus: typeof noteSilentStatus;
}

interface Listening {
  acting: readonly Node[];
  typing: readonly Node[];
  choosing: readonly Node[];
}

interface StatusTarget {
  kind: string;
  element: HTMLElement;
  use: StatusUse;
}

/** Runs in the page: returns the text of a control or of its labels. */
export const nameControl = (element: Element): string => {
  const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
  const texts = [...(labels ?? [element])].map(({ textContent }) => (textContent ?? "").slice(0, 200));
  return [...texts, element.getAttribute("aria-label") ?? ""].join(" ").replace(/\s+/g, " ").trim();
};

/** Runs in the page: reports whether a checkbox can be checked, or a later option chosen in a drop-down list. */
export const mayChange = (element: HTMLInputElement | HTMLSelectElement): boolean =>
  !element.matches(":disabled") &&
  (element instanceof HTMLInputElement
    ? !element.checked
    : !element.multiple && element.selectedIndex < element.options.length - 1);

/** Reports which controls may lead to a status message or open a dialog. */
interface StatusTests {
  /** Selector for the elements to pass to `opensDialog`. */
  openers: string;
  isButton(element: HTMLElement): boolean;
  opensDialog(element: HTMLElement): boolean;
  isField(element: HTMLInputElement): boolean;
  isChoice(element: HTMLInputElement | HTMLSelectElement): boolean;
}

/** Runs in the page. A control must have an event listener, unless it is a button that is marked up as opening a dialog. */
export const createStatusTests = (
  { acting, typing, choosing }: Listening,
  isRisky: (element: Element) => boolean,
  parts: { nameControl: typeof nameControl; mayChange: typeof mayChange },
): StatusTests => {
  const opening =
    "[aria-expanded], [aria-haspopup], [aria-controls], [aria-pressed], [role='tab'], [role='switch'], [popovertarget], [commandfor], [data-bs-toggle], [data-toggle], [data-target], :disabled";
  const openers =
    "[aria-haspopup='dialog' i], [data-bs-toggle='modal'], [data-toggle='modal'], [data-bs-toggle='offcanvas'], [data-micromodal-trigger]";
  const dialogs = "dialog, [role='dialog' i], [role='alertdialog' i], [aria-modal='true' i]";
  const others =
    "nav, [role='tablist'], [role='toolbar'], [role='dialog'], dialog, [aria-roledescription='carousel'], [class*='carousel'], [class*='slider'], [class*='cookie'], [id*='cookie'], [class*='consent'], [id*='consent']";
  const plain =
    /menu|close|next|prev|play|pause|mute|theme|dark|light|language|cookie|accept|agree|consent|schließ|weiter|zurück|fermer|suivant|précédent|accepter|cerrar|siguiente|anterior|aceptar|chiudi|accetta|sluit|volgende|fechar/i;
  const listensIn = (nodes: readonly Node[], element: Element): boolean =>
    nodes.some((node) => pageTree.contains(node, element));
  const isPlain = (element: Element): boolean =>
    pageTree.closest(element, others) === null && !plain.test(parts.nameControl(element)) && !isRisky(element);
  return {
    openers: `${openers}, [aria-controls]`,
    isButton: (element) => {
      const submits = element instanceof HTMLButtonElement && element.type !== "button" && element.form !== null;
      return !submits && !element.matches(opening) && isPlain(element) && listensIn(acting, element);
    },
    opensDialog: (element) => {
      const controlled = pageTree.findById(element, (element.getAttribute("aria-controls") ?? "").trim());
      const isDeclared = element.matches(openers) || controlled?.matches(dialogs) === true;
      const isUsable = !element.matches(":disabled, [aria-disabled='true']");
      return isDeclared && isUsable && pageTree.closest(element, dialogs) === null;
    },
    isField: (element) =>
      /^(?:text|search)$/.test(element.type) &&
      element.value === "" &&
      !element.matches(":disabled, [readonly], [aria-controls], [aria-expanded], [role='combobox']") &&
      listensIn(typing, element),
    isChoice: (element) => parts.mayChange(element) && isPlain(element) && listensIn(choosing, element),
  };
};

/**
 * Runs in the page: returns up to three buttons, two buttons that are marked up as opening a dialog, two empty text
 * fields, a checkbox and a drop-down list.
 */
export const listStatusTargets = (
  tests: StatusTests,
  isVisible: (element: Element) => boolean,
  nameOf: typeof nameControl,
): StatusTarget[] => {
  const MOST_LISTED = 300;
  const kindOf = (element: Element): string =>
    `${element.localName} ${element.id} ${element.className} ${nameOf(element)}`.slice(0, 500);
  const take = <Kind extends HTMLElement>(
    use: StatusUse,
    selector: string,
    is: (each: Kind) => boolean,
    most: number,
  ): StatusTarget[] =>
    pageTree
      .findAll<Kind>(selector)
      .slice(0, MOST_LISTED)
      .filter((each) => each.tabIndex >= 0 && is(each) && isVisible(each))
      .slice(0, most)
      .map((element) => ({ kind: kindOf(element), element, use }));
  return [
    ...take("press", "button, input[type='button' i], [role='button']", tests.isButton, 3),
    ...take("press", tests.openers, tests.opensDialog, 2),
    ...take("type", "input", tests.isField, 2),
    ...take("check", "input[type='checkbox' i]", tests.isChoice, 1),
    ...take("choose", "select", tests.isChoice, 1),
  ];
};

/** Runs in the page. */
export const createStatusControls = (
  parts: Parts,
  tools: {
    watch: MessageWatch;
    isVisible(element: Element): boolean;
    isRisky(element: Element): boolean;
  },
  note: Observations["note"],
): StatusControls & StatusElements => {
  const { watch } = tools;
  const { startDialogs, ...dialogs } = parts.createDialogOpenings(
    parts.createDialogFinder(watch, tools.isVisible),
    tools.isVisible,
    note,
  );
  const listening: Listening = { acting: [], typing: [], choosing: [] };
  const tests = () => parts.createStatusTests(listening, tools.isRisky, parts);
  let controls: StatusTarget[] = [];
  const isFocused = (number: number): boolean => pageTree.focused() === controls[number]?.element;
  return {
    ...dialogs,
    noteActing: (...nodes) => {
      listening.acting = nodes;
    },
    noteTyping: (...nodes) => {
      listening.typing = nodes;
    },
    noteChoosing: (...nodes) => {
      listening.choosing = nodes;
    },
    listStatusControls: () => {
      controls = parts.listStatusTargets(tests(), tools.isVisible, parts.nameControl);
      return controls.map(({ kind, use }) => ({ kind, use }));
    },
    focusStatusControl: (number) => {
      const element = controls[number]?.element;
      element?.focus({ preventScroll: true });
      watch.start();
      if (element) startDialogs(element);
      return isFocused(number);
    },
    isStatusControlFocused: isFocused,
    hasNews: () => watch.hasFocusMoved() || (watch.hasChanged() && watch.list().length > 0),
    noteStatus: (number) => {
      const pressed = controls[number]?.element;
      return pressed ? parts.noteSilentStatus(watch.list(), pressed, watch, parts.findSilentStatus, note) : 0;
    },
  };
};
