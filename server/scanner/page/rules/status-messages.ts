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
  const isStatus = ({ element, text, home }: Message): boolean =>
    text.length <= LONGEST &&
    !pageTree.contains(pressed, element) &&
    pageTree.closest(element, parts) === null &&
    (home === element ||
      home.querySelectorAll("input, select, textarea").length === 0 ||
      pageTree.contains(home, pressed)) &&
    (words.test(text) || isNamed(element));
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

/** Buttons and fields that may lead to a status message or open a dialog when people use them. */
export interface StatusControls extends DialogOpenings {
  /**
   * Lists some of the buttons and fields that may lead to a status message or dialog. Identical ones on other pages
   * have the same `kind`.
   */
  listStatusControls(): { kind: string; isField: boolean }[];
  /** Focuses a button or field and remembers the text of the page. Returns whether the button or field has focus. */
  focusStatusControl(control: number): boolean;
  /** Reports whether text has appeared, or focus has moved, since `focusStatusControl` was called. */
  hasNews(): boolean;
  /** Records messages that aren't announced. Returns their number. */
  noteStatus(control: number): number;
}

export interface StatusElements {
  noteActing(...nodes: Node[]): void;
  noteTyping(...nodes: Node[]): void;
}

interface Parts {
  createDialogFinder: typeof createDialogFinder;
  createDialogOpenings: typeof createDialogOpenings;
  findSilentStatus: typeof findSilentStatus;
  listStatusTargets: typeof listStatusTargets;
  noteSilentStatus: typeof noteSilentStatus;
}

interface Listening {
  acting: readonly Node[];
  typing: readonly Node[];
}

/**
 * Runs in the page: returns up to three buttons and two empty text fields that scripts listen to, and up to two buttons
 * that are marked up as opening a dialog.
 */
export const listStatusTargets = (
  { acting, typing }: Listening,
  isVisible: (element: Element) => boolean,
  isRisky: (element: Element) => boolean,
): { kind: string; element: HTMLElement; isField: boolean }[] => {
  const MOST_BUTTONS = 3;
  const MOST_FIELDS = 2;
  const MOST_OPENERS = 2;
  const MOST_LISTED = 300;
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
  const nameOf = (element: Element): string =>
    `${(element.textContent ?? "").slice(0, 200)} ${element.getAttribute("aria-label") ?? ""}`
      .replace(/\s+/g, " ")
      .trim();
  const isButton = (element: HTMLElement): boolean => {
    const submits = element instanceof HTMLButtonElement && element.type !== "button" && element.form !== null;
    const isLeftOut = submits || element.matches(opening) || pageTree.closest(element, others) !== null;
    return !isLeftOut && !plain.test(nameOf(element)) && !isRisky(element) && listensIn(acting, element);
  };
  const opensDialog = (element: HTMLElement): boolean => {
    const controlled = pageTree.findById(element, (element.getAttribute("aria-controls") ?? "").trim());
    const isDeclared = element.matches(openers) || controlled?.matches(dialogs) === true;
    return (
      isDeclared && !element.matches(":disabled, [aria-disabled='true']") && pageTree.closest(element, dialogs) === null
    );
  };
  const isField = (element: HTMLInputElement): boolean =>
    /^(?:text|search)$/.test(element.type) &&
    element.value === "" &&
    !element.matches(":disabled, [readonly], [aria-controls], [aria-expanded], [role='combobox']") &&
    listensIn(typing, element);
  const buttons = pageTree.findAll<HTMLElement>("button, input[type='button' i], [role='button']");
  const fields = pageTree.findAll("input");
  const openingButtons = pageTree.findAll<HTMLElement>(`${openers}, [aria-controls]`);
  const take = <Kind extends HTMLElement>(all: readonly Kind[], is: (each: Kind) => boolean, most: number): Kind[] =>
    all
      .slice(0, MOST_LISTED)
      .filter((each) => each.tabIndex >= 0 && is(each) && isVisible(each))
      .slice(0, most);
  const kindOf = (element: Element): string =>
    `${element.localName} ${element.id} ${element.className} ${nameOf(element)}`.slice(0, 500);
  const pressed = [...take(buttons, isButton, MOST_BUTTONS), ...take(openingButtons, opensDialog, MOST_OPENERS)];
  return [
    ...pressed.map((element) => ({ kind: kindOf(element), element, isField: false })),
    ...take(fields, isField, MOST_FIELDS).map((element) => ({ kind: kindOf(element), element, isField: true })),
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
  const listening: Listening = { acting: [], typing: [] };
  let controls: { kind: string; element: HTMLElement; isField: boolean }[] = [];
  return {
    ...dialogs,
    noteActing: (...nodes) => {
      listening.acting = nodes;
    },
    noteTyping: (...nodes) => {
      listening.typing = nodes;
    },
    listStatusControls: () => {
      controls = parts.listStatusTargets(listening, tools.isVisible, tools.isRisky);
      return controls.map(({ kind, isField }) => ({ kind, isField }));
    },
    focusStatusControl: (number) => {
      const element = controls[number]?.element;
      element?.focus({ preventScroll: true });
      watch.start();
      if (element) startDialogs(element);
      return element !== undefined && pageTree.focused() === element;
    },
    hasNews: () => watch.hasFocusMoved() || (watch.hasChanged() && watch.list().length > 0),
    noteStatus: (number) => {
      const pressed = controls[number]?.element;
      return pressed ? parts.noteSilentStatus(watch.list(), pressed, watch, parts.findSilentStatus, note) : 0;
    },
  };
};
