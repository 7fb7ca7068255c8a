import type { createDialogFinder, createDialogOpenings } from "./dialog-openings";
import type { createErrorReader, fieldBeside, isReferredTo } from "./error-messages";
import type { createRiskReader, findTestForms, TestForm } from "./find-test-forms";
import type { createMessageWatch, sentenceAround } from "./message-watch";
import type { Observations } from "./observations";
import type { createShownText } from "./shown-text";
import type {
  createStatusControls,
  createStatusTests,
  findSilentStatus,
  listStatusTargets,
  mayChange,
  nameControl,
  noteSilentStatus,
  StatusControls,
  StatusElements,
} from "./status-messages";

/** How forms reply when they are submitted empty, and how other controls reply when they are used. */
export interface FormReplies extends StatusControls {
  /** Returns the descriptions of up to two forms. Identical forms on other pages have the same description. */
  listForms(): string[];
  /** Focuses the button that submits a form, and remembers how the page looks. Returns whether the button has focus. */
  focusSubmit(form: number): boolean;
  /** Reports whether the page has responded in any way. */
  hasReplied(): boolean;
  /** Records how the form reports its errors. Returns the number of elements recorded. */
  noteReply(form: number): number;
}

/** Tracks the appearance of a form and changes to its content, even if a script replaces the form with a new one. */
interface FormMarks {
  /** Remembers how the form looks. */
  start(test: TestForm): void;
  stop(): void;
  hasChanged(): boolean;
  /** Whether something other than visible text, such as a browser message, may explain the error. */
  isExplained(): boolean;
  /** Returns the fields that look different. If none do, returns the form, or nothing if the form was replaced. */
  list(): Element[];
}

/** How a field looks, and the texts in its attributes. */
interface FieldLook {
  field: Element;
  key: string;
  look: string;
}

/** Runs in the page: returns how the fields of a form look. */
export const readFieldLooks = (form: Element): FieldLook[] =>
  [...form.querySelectorAll("input:not([type='hidden' i]), select, textarea")].slice(0, 60).map((field) => {
    const { borderColor, borderWidth, backgroundColor, boxShadow, color, outline } = getComputedStyle(field);
    const key = ["id", "name", "type"].map((name) => field.getAttribute(name)).join();
    return { field, key, look: [borderColor, borderWidth, backgroundColor, boxShadow, color, outline].join() };
  });

/** Runs in the page. */
export const createFormMarks = (readLooks: typeof readFieldLooks): FormMarks => {
  const MOST = 5;
  const noted = ["title", "placeholder", "value", "alt", "aria-label", "aria-description"];
  let test: TestForm | null = null;
  let looks: FieldLook[] = [];
  let notes = "";
  let [hasChanged, isExplained] = [false, false];
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName } of records) {
      if (!test || test.button.contains(target)) continue;
      hasChanged = true;
      isExplained ||= noted.includes(attributeName ?? "");
    }
  });
  const noteInvalid = (): void => {
    isExplained = true;
  };
  const keysOf = (all: readonly FieldLook[]): string => all.map(({ key }) => key).join("|");
  const notesIn = (form: Element): string =>
    [...form.querySelectorAll("*")]
      .slice(0, 500)
      .map((each) => noted.map((name) => each.getAttribute(name) ?? "").join(""))
      .join("");
  /** Returns the form, or the form with the same fields that has replaced it; null if there is none. */
  const currentForm = (): Element | null => {
    if (!test || test.form.isConnected) return test?.form ?? null;
    const isSame = (form: Element): boolean => keysOf(readLooks(form)) === keysOf(looks);
    return pageTree.findAll("form").slice(0, 30).find(isSame) ?? null;
  };
  const isText = (content: string): boolean => content.includes('"') && /\p{L}{2}/u.test(content);
  const hasOtherText = (element: Element): boolean =>
    element.shadowRoot !== null ||
    ["::before", "::after"].some((part) => isText(getComputedStyle(element, part).content));
  return {
    start: (started) => {
      [test, looks, notes] = [started, readLooks(started.form), notesIn(started.form)];
      [hasChanged, isExplained] = [false, false];
      observer.disconnect();
      observer.observe(started.form, { subtree: true, childList: true, attributes: true, characterData: true });
      addEventListener("invalid", noteInvalid, { capture: true });
    },
    stop: () => {
      observer.disconnect();
      removeEventListener("invalid", noteInvalid, { capture: true });
    },
    hasChanged: () => hasChanged || test?.form.isConnected === false,
    isExplained: () => {
      const form = currentForm();
      if (form === null || isExplained) return true;
      const isReplaced = form !== test?.form;
      return (
        (isReplaced && notesIn(form) !== notes) || [...form.querySelectorAll("*")].slice(0, 500).some(hasOtherText)
      );
    },
    list: () => {
      const form = currentForm();
      const changed = form ? readLooks(form).filter(({ look }, index) => look !== looks[index]?.look) : [];
      if (changed.length > 0) return changed.slice(0, MOST).map(({ field }) => field);
      return form && form === test?.form ? [form] : [];
    },
  };
};

interface Parts {
  createDialogFinder: typeof createDialogFinder;
  createDialogOpenings: typeof createDialogOpenings;
  createErrorReader: typeof createErrorReader;
  createFormMarks: typeof createFormMarks;
  readFieldLooks: typeof readFieldLooks;
  createMessageWatch: typeof createMessageWatch;
  createRiskReader: typeof createRiskReader;
  createShownText: typeof createShownText;
  createStatusControls: typeof createStatusControls;
  createStatusTests: typeof createStatusTests;
  fieldBeside: typeof fieldBeside;
  findSilentStatus: typeof findSilentStatus;
  findTestForms: typeof findTestForms;
  isReferredTo: typeof isReferredTo;
  listStatusTargets: typeof listStatusTargets;
  mayChange: typeof mayChange;
  nameControl: typeof nameControl;
  noteSilentStatus: typeof noteSilentStatus;
  sentenceAround: typeof sentenceAround;
}

/** Runs in the page. */
export const createFormReplies = (parts: Parts, note: Observations["note"]): FormReplies & StatusElements => {
  const text = parts.createShownText();
  const watch = parts.createMessageWatch(text, parts.sentenceAround);
  const marks = parts.createFormMarks(parts.readFieldLooks);
  const errors = parts.createErrorReader(parts, watch);
  const risk = parts.createRiskReader();
  const isRisky = (element: Element): boolean => {
    const words = [...risk.wordsOf(element), (element.textContent ?? "").slice(0, 300)];
    return risk.isRisky(words) || risk.isSearch(words);
  };
  let forms: TestForm[] = [];
  /**
   * Reports whether focus has moved to something that may explain the error. A field that only looks different doesn't
   * tell anyone what is wrong with it.
   */
  const hasExplainingFocus = (marked: readonly Element[]): boolean =>
    watch.hasFocusMoved() && !marked.some((each) => each === pageTree.focused() && !each.matches("form"));
  const noteWordless = (): number => {
    const found = marks.list();
    if (!marks.hasChanged() || marks.isExplained() || watch.hasAnnounced() || hasExplainingFocus(found)) return 0;
    note("error-text", found, undefined);
    return found.length;
  };
  return {
    ...parts.createStatusControls(parts, { watch, isVisible: text.isVisible, isRisky }, note),
    listForms: () => {
      forms = parts.findTestForms(text, risk);
      return forms.map(({ kind }) => kind);
    },
    focusSubmit: (number) => {
      const test = forms[number];
      if (!test?.button.isConnected) return false;
      test.button.focus({ preventScroll: true });
      watch.start();
      marks.start(test);
      return pageTree.focused() === test.button;
    },
    hasReplied: () => marks.hasChanged() || watch.hasFocusMoved() || (watch.hasChanged() && watch.list().length > 0),
    noteReply: (number) => {
      const test = forms[number];
      marks.stop();
      if (!test) return 0;
      const messages = watch.list();
      if (test.isSearch) return parts.noteSilentStatus(messages, test.button, watch, parts.findSilentStatus, note);
      if (messages.length === 0) return noteWordless();
      const assessed = errors.assessErrors(messages, test);
      for (const { element, outcome } of assessed) note("silent-error", [element], outcome);
      const errorTexts = assessed.map(({ element }) => element);
      const others = messages.filter(({ element }) => !errorTexts.includes(element));
      return assessed.length + parts.noteSilentStatus(others, test.button, watch, parts.findSilentStatus, note);
    },
  };
};
