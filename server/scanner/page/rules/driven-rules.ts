import type { ChoiceControls, ChoiceElements, createChoiceControls } from "./choice-controls";
import type { ClickElements, ClickTargets, createClickTargets, findClickKinds, isFieldFocused } from "./click-targets";
import type { createDialogFinder, createDialogOpenings } from "./dialog-openings";
import type { createErrorReader, fieldBeside, isReferredTo } from "./error-messages";
import type { findBlockedPastes } from "./find-blocked-pastes";
import type { findCover, findUnseen, isInCarousel, listCovers } from "./find-covers";
import type { createInks } from "./find-faint-controls";
import type { countFlashes, countSwings, createFlashReader, findFlashing } from "./find-flashing";
import type { createClickLook, createReachReader, findMouseOnly } from "./find-mouse-only";
import type { createRiskReader, findTestForms } from "./find-test-forms";
import type { createFocusPlaces, FocusPlaces } from "./focus-places";
import type {
  createFocusReactions,
  createStopSurroundings,
  FocusReactionElements,
  FocusReactions,
} from "./focus-reactions";
import type { createRingNotes, RingNotes } from "./focus-rings";
import type { createFormMarks, createFormReplies, FormReplies, readFieldLooks } from "./form-replies";
import type { createHoverContent, HoverContent, HoverElements } from "./hover-content";
import type { createHoverControls } from "./hover-controls";
import type { listHoverTriggers, readHoverSelectors } from "./list-hover-triggers";
import type { createMessageWatch, sentenceAround } from "./message-watch";
import type { Observations } from "./observations";
import type { pathFrom } from "./path-from";
import type { announcedParts, createPlainToggles, findPlainButtons, PlainToggles } from "./plain-toggles";
import type { createPressTargets, PressElements, PressTargets } from "./press-targets";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";
import type { mentionsSignOut, signsOut } from "./signs-out";
import type {
  createStateColours,
  createStateContrast,
  findStates,
  readStateStyles,
  StateContrast,
} from "./state-contrast";
import type { createStatedControls, createToggleReader, StatedControls } from "./stated-controls";
import type {
  createStatusControls,
  createStatusTests,
  findSilentStatus,
  listStatusTargets,
  mayChange,
  nameControl,
  noteSilentStatus,
  StatusElements,
} from "./status-messages";
import type { TabStopElements } from "./tab-stops";

interface Parts {
  countFlashes: typeof countFlashes;
  countSwings: typeof countSwings;
  createChoiceControls: typeof createChoiceControls;
  createClickLook: typeof createClickLook;
  createClickTargets: typeof createClickTargets;
  createDialogFinder: typeof createDialogFinder;
  createDialogOpenings: typeof createDialogOpenings;
  createErrorReader: typeof createErrorReader;
  createFlashReader: typeof createFlashReader;
  createFocusPlaces: typeof createFocusPlaces;
  createFocusReactions: typeof createFocusReactions;
  createFormMarks: typeof createFormMarks;
  readFieldLooks: typeof readFieldLooks;
  createFormReplies: typeof createFormReplies;
  createHoverContent: typeof createHoverContent;
  createHoverControls: typeof createHoverControls;
  createInks: typeof createInks;
  createMessageWatch: typeof createMessageWatch;
  createPlainToggles: typeof createPlainToggles;
  createPressTargets: typeof createPressTargets;
  createReachReader: typeof createReachReader;
  createRingNotes: typeof createRingNotes;
  createRiskReader: typeof createRiskReader;
  createShownText: typeof createShownText;
  createStateColours: typeof createStateColours;
  createStateContrast: typeof createStateContrast;
  createStatedControls: typeof createStatedControls;
  createToggleReader: typeof createToggleReader;
  createStatusControls: typeof createStatusControls;
  createStatusTests: typeof createStatusTests;
  createStopSurroundings: typeof createStopSurroundings;
  fieldBeside: typeof fieldBeside;
  findBlockedPastes: typeof findBlockedPastes;
  findClickKinds: typeof findClickKinds;
  isFieldFocused: typeof isFieldFocused;
  findCover: typeof findCover;
  findFlashing: typeof findFlashing;
  findMouseOnly: typeof findMouseOnly;
  announcedParts: typeof announcedParts;
  findPlainButtons: typeof findPlainButtons;
  findSilentStatus: typeof findSilentStatus;
  findStates: typeof findStates;
  findTestForms: typeof findTestForms;
  findUnseen: typeof findUnseen;
  isInCarousel: typeof isInCarousel;
  isReferredTo: typeof isReferredTo;
  listCovers: typeof listCovers;
  listHoverTriggers: typeof listHoverTriggers;
  listStatusTargets: typeof listStatusTargets;
  mayChange: typeof mayChange;
  nameControl: typeof nameControl;
  noteSilentStatus: typeof noteSilentStatus;
  sentenceAround: typeof sentenceAround;
  pathFrom: typeof pathFrom;
  mentionsSignOut: typeof mentionsSignOut;
  signsOut: typeof signsOut;
  readHoverSelectors: typeof readHoverSelectors;
  readStateStyles: typeof readStateStyles;
}

/** The functions for rules that use the keyboard, the pointer and focus. */
export interface DrivenRules
  extends FocusPlaces,
    FocusReactions,
    FormReplies,
    ChoiceControls,
    ClickTargets,
    HoverContent,
    PressTargets,
    RingNotes,
    StateContrast,
    PlainToggles,
    StatedControls {
  /** Reports whether there may be fields for passwords or codes. */
  hasPasteFields(): boolean;
  /** Records whether login fields can be pasted into. Returns the number of those that can't. */
  noteBlockedPastes(): Promise<number>;
  /** Records large elements that flash. Returns their number. */
  noteFlashing(): number;
  /** Records whether the page shows focus on these tab stops. */
  noteFocus(stops: readonly number[], isVisible: boolean): void;
  /** Records whether keyboard users can leave these tab stops. */
  noteTrap(stops: readonly number[], canLeave: boolean): void;
  /** Records that the Tab key doesn't lead out of a group of tab stops, which people may be able to leave otherwise. */
  noteTrapGroup(first: number): void;
}

/** Runs in the page. */
export const createDrivenRules = (
  parts: Parts,
  scroll: ScrollMemory,
  stops: Pick<TabStopElements, "allStops" | "stopsAt">,
  { note, forget }: Pick<Observations, "note" | "forget">,
): DrivenRules &
  ChoiceElements &
  ClickElements &
  FocusReactionElements &
  HoverElements &
  PressElements &
  StatusElements => ({
  ...parts.createChoiceControls(note),
  ...parts.createClickTargets(parts, scroll, note),
  ...parts.createFocusPlaces({ ...parts, stops, scroll, note }),
  ...parts.createFocusReactions(stops, parts.createStopSurroundings(), note),
  ...parts.createFormReplies(parts, note),
  ...parts.createHoverContent(parts, scroll, note),
  ...parts.createPlainToggles(parts, scroll, note),
  ...parts.createPressTargets(parts, scroll, note),
  ...parts.createRingNotes(stops, note),
  ...parts.createStateContrast(parts, scroll, { note, forget }),
  ...parts.createStatedControls(parts, scroll, note),
  hasPasteFields: () =>
    pageTree.findAll(
      "input[type=password], input[autocomplete*='one-time-code'], input[autocomplete*='current-password']",
    ).length > 0,
  noteBlockedPastes: async () => {
    const tested = await parts.findBlockedPastes();
    for (const { element, outcome } of tested) note("paste-blocked", [element], outcome);
    return tested.filter(({ outcome }) => outcome !== true).length;
  },
  noteFlashing: () => {
    const flashing = parts.findFlashing(parts);
    for (const { element, outcome, detail } of flashing) note("flashing", [element], outcome, detail);
    return flashing.length;
  },
  noteFocus: (numbers, isVisible) => note("focus-visible", stops.stopsAt(numbers), isVisible),
  noteTrap: (numbers, canLeave) => note("keyboard-trap", stops.stopsAt(numbers), canLeave),
  noteTrapGroup: (first) => note("keyboard-trap", stops.stopsAt([first]), undefined),
});
