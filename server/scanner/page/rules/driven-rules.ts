import type { ChoiceControls, ChoiceElements, createChoiceControls } from "./choice-controls";
import type { createErrorReader, fieldBeside, isReferredTo } from "./error-messages";
import type { findBlockedPastes } from "./find-blocked-pastes";
import type { findCover, findUnseen, isInCarousel, listCovers } from "./find-covers";
import type { findTestForms } from "./find-test-forms";
import type { createFocusPlaces, FocusPlaces } from "./focus-places";
import type { createFocusReactions, FocusReactionElements, FocusReactions } from "./focus-reactions";
import type { createFormMarks, createFormReplies, FormReplies } from "./form-replies";
import type { createHoverContent, HoverContent, HoverElements } from "./hover-content";
import type { createHoverControls } from "./hover-controls";
import type { listHoverTriggers, readHoverSelectors } from "./list-hover-triggers";
import type { createMessageWatch } from "./message-watch";
import type { Observations } from "./observations";
import type { createPressTargets, PressElements, PressTargets } from "./press-targets";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";
import type { TabStopElements } from "./tab-stops";

interface Parts {
  createChoiceControls: typeof createChoiceControls;
  createErrorReader: typeof createErrorReader;
  createFocusPlaces: typeof createFocusPlaces;
  createFocusReactions: typeof createFocusReactions;
  createFormMarks: typeof createFormMarks;
  createFormReplies: typeof createFormReplies;
  createHoverContent: typeof createHoverContent;
  createHoverControls: typeof createHoverControls;
  createMessageWatch: typeof createMessageWatch;
  createPressTargets: typeof createPressTargets;
  createShownText: typeof createShownText;
  fieldBeside: typeof fieldBeside;
  findBlockedPastes: typeof findBlockedPastes;
  findCover: typeof findCover;
  findTestForms: typeof findTestForms;
  findUnseen: typeof findUnseen;
  isInCarousel: typeof isInCarousel;
  isReferredTo: typeof isReferredTo;
  listCovers: typeof listCovers;
  listHoverTriggers: typeof listHoverTriggers;
  readHoverSelectors: typeof readHoverSelectors;
}

/** The functions of rules that use the keyboard, the pointer and focus. */
export interface DrivenRules
  extends FocusPlaces,
    FocusReactions,
    FormReplies,
    ChoiceControls,
    HoverContent,
    PressTargets {
  /** Reports whether there may be fields for passwords or codes. */
  hasPasteFields(): boolean;
  /** Records login fields that can't be pasted into. Returns their number. */
  noteBlockedPastes(): Promise<number>;
  /** Records whether the page shows focus on these tab stops. */
  noteFocus(stops: readonly number[], isVisible: boolean): void;
  /** Records whether keyboard users can leave these tab stops. */
  noteTrap(stops: readonly number[], canLeave: boolean): void;
}

/** Runs in the page. */
export const createDrivenRules = (
  parts: Parts,
  scroll: ScrollMemory,
  stops: Pick<TabStopElements, "allStops" | "stopsAt">,
  note: Observations["note"],
): DrivenRules & ChoiceElements & FocusReactionElements & HoverElements & PressElements => ({
  ...parts.createChoiceControls(note),
  ...parts.createFocusPlaces({ ...parts, stops, scroll, note }),
  ...parts.createFocusReactions(stops, note),
  ...parts.createFormReplies(parts, note),
  ...parts.createHoverContent(parts, scroll, note),
  ...parts.createPressTargets(parts, scroll, note),
  hasPasteFields: () =>
    document.querySelector(
      "input[type=password], input[autocomplete*='one-time-code'], input[autocomplete*='current-password']",
    ) !== null,
  noteBlockedPastes: async () => {
    const blocked = await parts.findBlockedPastes();
    for (const { element, outcome } of blocked) note("paste-blocked", [element], outcome);
    return blocked.length;
  },
  noteFocus: (numbers, isVisible) => note("focus-visible", stops.stopsAt(numbers), isVisible),
  noteTrap: (numbers, canLeave) => note("keyboard-trap", stops.stopsAt(numbers), canLeave),
});
