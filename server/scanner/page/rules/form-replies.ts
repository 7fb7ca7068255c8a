import type { createDialogFinder, createDialogOpenings } from "./dialog-openings";
import type { createErrorReader, fieldBeside, isReferredTo } from "./error-messages";
import type { createRiskReader, findTestForms, TestForm } from "./find-test-forms";
import type { createMessageWatch } from "./message-watch";
import type { Observations } from "./observations";
import type { createShownText } from "./shown-text";
import type {
  createStatusControls,
  findSilentStatus,
  listStatusTargets,
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

/** Tracks the appearance of a form and changes to its content. */
interface FormMarks {
  /** Remembers how the form looks. */
  start(test: TestForm): void;
  stop(): void;
  hasChanged(): boolean;
  /** Whether something other than visible text, such as a browser message, may explain the error. */
  isExplained(): boolean;
  /** Returns the fields that look different, or the form if none do. */
  list(): Element[];
}

/** Runs in the page. */
export const createFormMarks = (): FormMarks => {
  const MOST = 5;
  let test: TestForm | null = null;
  let looks = new Map<Element, string>();
  let hasChanged = false;
  let isExplained = false;
  const readLooks = ({ form }: TestForm): Map<Element, string> => {
    const fields = [...form.querySelectorAll("input:not([type='hidden' i]), select, textarea")].slice(0, 60);
    return new Map(
      fields.map((field) => {
        const { borderColor, borderWidth, backgroundColor, boxShadow, color, outline } = getComputedStyle(field);
        return [field, [borderColor, borderWidth, backgroundColor, boxShadow, color, outline].join()];
      }),
    );
  };
  const observer = new MutationObserver((records) => {
    for (const { target, attributeName } of records) {
      if (!test || test.button.contains(target)) continue;
      hasChanged = true;
      isExplained ||= /^(?:title|placeholder|value|alt|aria-(?:label|description))$/.test(attributeName ?? "");
    }
  });
  const noteInvalid = (): void => {
    isExplained = true;
  };
  const isText = (content: string): boolean => content.includes('"') && /\p{L}{2}/u.test(content);
  const hasOtherText = (element: Element): boolean =>
    element.shadowRoot !== null ||
    ["::before", "::after"].some((part) => isText(getComputedStyle(element, part).content));
  return {
    start: (started) => {
      test = started;
      looks = readLooks(started);
      [hasChanged, isExplained] = [false, false];
      observer.disconnect();
      observer.observe(started.form, { subtree: true, childList: true, attributes: true, characterData: true });
      addEventListener("invalid", noteInvalid, { capture: true });
    },
    stop: () => {
      observer.disconnect();
      removeEventListener("invalid", noteInvalid, { capture: true });
    },
    hasChanged: () => hasChanged,
    isExplained: () => isExplained || [...(test?.form.querySelectorAll("*") ?? [])].slice(0, 500).some(hasOtherText),
    list: () => {
      if (!test) return [];
      const changed = [...readLooks(test)].filter(([field, look]) => looks.has(field) && looks.get(field) !== look);
      return changed.length > 0 ? changed.slice(0, MOST).map(([field]) => field) : [test.form];
    },
  };
};

interface Parts {
  createDialogFinder: typeof createDialogFinder;
  createDialogOpenings: typeof createDialogOpenings;
  createErrorReader: typeof createErrorReader;
  createFormMarks: typeof createFormMarks;
  createMessageWatch: typeof createMessageWatch;
  createRiskReader: typeof createRiskReader;
  createShownText: typeof createShownText;
  createStatusControls: typeof createStatusControls;
  fieldBeside: typeof fieldBeside;
  findSilentStatus: typeof findSilentStatus;
  findTestForms: typeof findTestForms;
  isReferredTo: typeof isReferredTo;
  listStatusTargets: typeof listStatusTargets;
  noteSilentStatus: typeof noteSilentStatus;
}

/** Runs in the page. */
export const createFormReplies = (parts: Parts, note: Observations["note"]): FormReplies & StatusElements => {
  const text = parts.createShownText();
  const watch = parts.createMessageWatch(text);
  const marks = parts.createFormMarks();
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
