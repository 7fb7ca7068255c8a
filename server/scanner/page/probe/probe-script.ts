import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { escapeWide } from "../../escape-wide";
import { createNavigators, findNavigators, leadsElsewhere, type Navigators } from "../routes/navigators";
import { demotedRules } from "../rule-catalogue";
import { addOwnRules } from "../rules/add-own-rules";
import { createAnimatedImages } from "../rules/animated-images";
import { type ChoiceElements, createChoiceControls } from "../rules/choice-controls";
import { type ClickElements, createClickTargets, findClickKinds, isFieldFocused } from "../rules/click-targets";
import { compareWindows } from "../rules/compare-windows";
import { type ContrastTargets, createContrastTargets } from "../rules/contrast-targets";
import { type ControlTargets, createControlReader, createControlTargets } from "../rules/control-targets";
import { correctAllowedAttributes, correctMessages } from "../rules/correct-aria-checks";
import { correctLineHeights } from "../rules/correct-line-heights";
import { correctNameSources } from "../rules/correct-name-sources";
import { correctNames } from "../rules/correct-names";
import { correctResults } from "../rules/correct-results";
import { correctViewports } from "../rules/correct-viewports";
import { correctVisibleLabels } from "../rules/correct-visible-labels";
import { createDialogFinder, createDialogOpenings } from "../rules/dialog-openings";
import { createDrivenRules, type DrivenRules } from "../rules/driven-rules";
import { createErrorReader, fieldBeside, isReferredTo } from "../rules/error-messages";
import { findBlockedPastes } from "../rules/find-blocked-pastes";
import { findClipped, findCutLines, findNewlyClipped } from "../rules/find-clipped";
import { findCollisions, isTouching } from "../rules/find-covered-text";
import { findCover, findUnseen, isInCarousel, listCovers } from "../rules/find-covers";
import { createCutReader, createLayoutReader } from "../rules/find-cut-text";
import { findDragOnly } from "../rules/find-drag-only";
import {
  createInks,
  findFaintFields,
  findFaintIcons,
  findFaintShapes,
  findFaintToggles,
  listFaintControls,
} from "../rules/find-faint-controls";
import { findFakeHeadings } from "../rules/find-fake-headings";
import { findFakeLists } from "../rules/find-fake-lists";
import { countFlashes, countSwings, createFlashReader, findFlashing } from "../rules/find-flashing";
import { findFocusJumps } from "../rules/find-focus-jumps";
import { findHiddenChoices, takesUpSpace } from "../rules/find-hidden-choices";
import { findKeyless, findPressOnly, isAnyAround } from "../rules/find-keyless";
import { findLooseHints } from "../rules/find-loose-hints";
import {
  createClickLook,
  createReachReader,
  findMouseOnly,
  findPlainMouseOnly,
  hasNoControlRole,
} from "../rules/find-mouse-only";
import { createScriptTest } from "../rules/find-other-scripts";
import { findPlainTables } from "../rules/find-plain-tables";
import { findRequiredMarks } from "../rules/find-required-marks";
import { findSilentCells } from "../rules/find-silent-cells";
import { hasPauseControl, hasStopControl } from "../rules/find-stop-control";
import { createRiskReader, findTestForms } from "../rules/find-test-forms";
import { cannotScrollSideways, createOverhangReader, findTooWide } from "../rules/find-too-wide";
import { findTurnRequests } from "../rules/find-turn-requests";
import { findTurned, readRotations } from "../rules/find-turned";
import { createStopBoxes, findUnchangedStops, type UnchangedStops } from "../rules/find-unchanged-stops";
import { findUngrouped } from "../rules/find-ungrouped";
import { findUnidentifiedFields } from "../rules/find-unidentified-fields";
import { findUnlabelledFields } from "../rules/find-unlabelled-fields";
import { findUnlinkedLabels } from "../rules/find-unlinked-labels";
import { findUnnamedCanvases } from "../rules/find-unnamed-canvases";
import { createFocusPlaces } from "../rules/focus-places";
import { createFocusReactions, createStopSurroundings, type FocusReactionElements } from "../rules/focus-reactions";
import { createFocusRings, createRingNotes } from "../rules/focus-rings";
import { createFocusStyles } from "../rules/focus-styles";
import { createFormMarks, createFormReplies, readFieldLooks } from "../rules/form-replies";
import { createHoverContent, type HoverElements } from "../rules/hover-content";
import { createHoverControls } from "../rules/hover-controls";
import { ownRules } from "../rules/index";
import { listHoverTriggers, readHoverSelectors } from "../rules/list-hover-triggers";
import {
  createLanguageNotes,
  createLanguageParts,
  type LanguageParts,
  readLanguageTexts,
} from "../rules/list-language-parts";
import { createMessageWatch, sentenceAround } from "../rules/message-watch";
import { createObservations, type Observations } from "../rules/observations";
import type { ObservedRuleId } from "../rules/observed-rules";
import { createOperationNotes, type OperationElements, type OperationNotes } from "../rules/operation-notes";
import type { OwnRule } from "../rules/own-rule";
import { createPageTests, type PageTests } from "../rules/page-tests";
import { pathFrom } from "../rules/path-from";
import { announcedParts, createPlainToggles, findPlainButtons } from "../rules/plain-toggles";
import { createPressTargets, type PressElements } from "../rules/press-targets";
import { createContrastReader, isOrnament } from "../rules/read-contrast-target";
import { readCountdown } from "../rules/read-countdown";
import { createLineReader } from "../rules/read-lines";
import { readPointedSelectors } from "../rules/read-pointed-selectors";
import { createSightReader } from "../rules/read-sight";
import { createScrollMemory } from "../rules/scroll-memory";
import { createShownText } from "../rules/shown-text";
import { mentionsSignOut, signsOut } from "../rules/signs-out";
import { createStateColours, createStateContrast, findStates, readStateStyles } from "../rules/state-contrast";
import { createStatedControls, createToggleReader } from "../rules/stated-controls";
import {
  createStatusControls,
  createStatusTests,
  findSilentStatus,
  listStatusTargets,
  mayChange,
  nameControl,
  noteSilentStatus,
  type StatusElements,
} from "../rules/status-messages";
import {
  createFieldReader,
  createRunFinder,
  createSpaceReader,
  createStructureNotes,
  createStructureTexts,
  type FindStructure,
  type StructureNotes,
} from "../rules/structure-notes";
import { createTabStops, groupStops, type TabStopElements, type TabStops } from "../rules/tab-stops";
import {
  addSpacing,
  createSpacingTest,
  findNewlyCovered,
  findNewlyCut,
  judgeCutText,
  measureText,
  usesSpacing,
} from "../rules/test-spacing";
import { createZoomTest, hasTextSizeControl } from "../rules/test-zoom";
import { createBoxFinder, createZoomedBoxes } from "../rules/test-zoomed-boxes";
import { createTextChanges } from "../rules/text-changes";
import {
  createCalmReader,
  createMovementTracks,
  createPlaceReader,
  isPlacing,
  recordLook,
  recordPlacing,
} from "../rules/track-movement";
import { createCanvasWatch } from "../rules/watch-canvases";
import { createKeyWatch, createShortcutNotes, type KeyWatch, type ShortcutNotes } from "../rules/watch-keys";
import {
  createMotionWatch,
  findSvgMotion,
  isIndicator,
  judgeMotion,
  judgeVideo,
  sampleMotion,
} from "../rules/watch-motion";
import { createMovementTimes, createMovementWatch, gatherMovements, listSlides } from "../rules/watch-movement";
import { createTextWatch, type TextWatch } from "../rules/watch-text";
import { findConsentButtons } from "../states/find-consent-buttons";
import { createOpenerList, createOpenerPicker, createOpenerRisk, nameOpener } from "../states/list-openers";
import { listOpenerKinds, listOpenerParts, meetsKind } from "../states/opener-kinds";
import { createCloserFinder, createScroller, findPlaceBeside, isMoving, listOpenerKeys } from "../states/opener-moves";
import { createClipper, createShownReader } from "../states/shown-reader";
import { createStateParts, findOutermost } from "../states/state-parts";
import {
  controlOf,
  createPointFinder,
  createStateLinks,
  createStateWalk,
  findTabBefore,
  focusQuietly,
  isInSharedPart,
  type OpenerListeners,
  type StateWalk,
  waitUntilSteady,
} from "../states/state-walk";
import { coverStyles, createSecretCover, type SecretCover } from "./cover-secrets";
import { createDescriber, createHeadingReader, createLandmarkReader, readStates } from "./describe-element";
import { createExclusion, type ExcludedElements, findFrame } from "./exclude-elements";
import { createFrameTimer } from "./frame-timer";
import { createLateWork, type LateWork, lateWorkEvent } from "./late-work";
import { createElementBook, type ElementBook } from "./locate-elements";
import { observeMetrics, type PageMetrics } from "./observe-metrics";
import { createOutlineElements, readBlockKind } from "./outline-elements";
import { pageTreeSource } from "./page-tree";
import { readColours } from "./read-colours";
import { readContents } from "./read-contents";
import { createElementReader, readControls } from "./read-controls";
import { type PageFacts, readFacts } from "./read-facts";
import { readFrameLinks } from "./read-frame-links";
import { readMarkers } from "./read-markers";
import { createNodeReader } from "./read-nodes";
import { createOutlineCollector, describeOutline, readMainText, readOutline } from "./read-outline";
import { createHelpReader, createPurposeReader } from "./read-outline-controls";
import { readPage } from "./read-page";
import { createSignalReader, createTextReader } from "./read-signals";
import { readStructure } from "./read-structure";
import { recordPlaces } from "./record-places";
import { type AxeFindings, type AxeInPage, type AxeLimits, type RawElement, type RawRule, runAxe } from "./run-axe";
import { createSecondEngine, type SecondEngine } from "./second-engine";
import { createStripViews, type StripViews } from "./strip-views";
import { awaitLoad, waitUntilSettled } from "./wait-until-settled";

interface PageFunctions {
  load(limits: { maxMs: number }): Promise<boolean>;
  settle(limits: { quietMs: number; maxMs: number }): Promise<void>;
  readColours(): number;
  facts(): PageFacts;
  metrics(): PageMetrics;
  axe(limits: AxeLimits): Promise<AxeFindings>;
  unchangedStops(): UnchangedStops;
  /** Records that the page as a whole passes these rules, unless there is an outcome for one of its elements. */
  notePage(rules: readonly ObservedRuleId[]): void;
  /** Returns the number of elements that the scanner has tested and that pass each of these rules. */
  countPasses(rules: readonly string[]): number[];
}

type ProbeParts = [
  TabStops,
  PageTests,
  StructureNotes,
  DrivenRules,
  LanguageParts,
  OperationNotes,
  TextWatch,
  ContrastTargets,
  ControlTargets,
  SecretCover,
  LateWork,
  ExcludedElements,
  SecondEngine,
  ShortcutNotes,
  StripViews,
  StateWalk,
  Navigators,
  Pick<ElementBook, "locate">,
  Pick<KeyWatch, "listensForKeys" | "watchKeys" | "answeredKeys">,
  PageFunctions,
];

/** Parts whose functions are called with nodes. */
type NodeParts = [
  ChoiceElements,
  FocusReactionElements,
  HoverElements,
  OperationElements,
  ClickElements,
  PressElements,
  StatusElements,
  OpenerListeners,
  Pick<TabStopElements, "suspectStops">,
  Pick<KeyWatch, "noteKeyListeners">,
];

type KeysOf<Part> = Part extends unknown ? keyof Part : never;
type Repeated<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Others]
  ? (keyof First & KeysOf<Others[number]>) | Repeated<Others>
  : never;
type Joined<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Others]
  ? First & Joined<Others>
  : unknown;
/**
 * `never` if a name occurs in several parts, because the probe would contain only one of the functions with this name.
 */
type Unique<Parts extends readonly unknown[]> = [Repeated<Parts>] extends [never] ? Joined<Parts> : never;

type WholeProbe = Unique<[...ProbeParts, ...NodeParts]>;

/**
 * The functions that the init script provides in our isolated world for each page's top frame. In other frames, it
 * provides only the functions for the rules about event listeners.
 */
export type Probe = Joined<ProbeParts>;

/** The probe functions that are called with elements. */
type ProbeWithNodes = Joined<NodeParts> & Pick<OperationNotes, "noteOperation">;

/** A global in our isolated world, where the page can't see it. */
const PROBE_NAME = "__curbcutProbe__";

export const callProbe = <Name extends keyof Probe>(name: Name, ...input: Parameters<Probe[Name]>): string =>
  `globalThis[${JSON.stringify(PROBE_NAME)}].${name}(${input.map((value) => JSON.stringify(value)).join()})`;

/** Returns the source of a function that passes its arguments, which are elements, to a probe function. */
export const callProbeWithNodes = (name: keyof ProbeWithNodes): string =>
  `function (...elements) { globalThis[${JSON.stringify(PROBE_NAME)}].${name}(...elements); }`;

const axeSource = (): string => readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules about the structure of the page, which run without interacting with it. */
const structureFinders: readonly FindStructure[] = [
  findFakeHeadings,
  findFakeLists,
  findFocusJumps,
  findLooseHints,
  findPlainTables,
  findRequiredMarks,
  findSilentCells,
  findUngrouped,
  findUnidentifiedFields,
  findUnlabelledFields,
  findUnlinkedLabels,
  findUnnamedCanvases,
];

/** Corrections to axe's checks. */
const axeCorrections: readonly ((axe: AxeInPage) => void)[] = [
  correctAllowedAttributes,
  correctLineHeights,
  correctMessages,
  correctNameSources,
  correctViewports,
  correctVisibleLabels,
];

/**
 * Functions that are copied into the init script as source. They can therefore use only their parameters and
 * `pageTree`.
 */
const inPageFunctions = {
  addOwnRules,
  addSpacing,
  awaitLoad,
  cannotScrollSideways,
  compareWindows,
  controlOf,
  correctNames,
  correctResults,
  countFlashes,
  countSwings,
  coverStyles,
  createAnimatedImages,
  createBoxFinder,
  createCalmReader,
  createCanvasWatch,
  createChoiceControls,
  createClickLook,
  createClickTargets,
  createClipper,
  createCloserFinder,
  createContrastReader,
  createContrastTargets,
  createControlReader,
  createControlTargets,
  createCutReader,
  createDescriber,
  createDialogFinder,
  createDialogOpenings,
  createDrivenRules,
  createElementBook,
  createElementReader,
  createErrorReader,
  createExclusion,
  createFieldReader,
  createSpaceReader,
  createFlashReader,
  createFocusPlaces,
  createFocusReactions,
  createFocusRings,
  createFocusStyles,
  createFormMarks,
  readFieldLooks,
  createFormReplies,
  createHeadingReader,
  createHelpReader,
  createHoverContent,
  createHoverControls,
  createInks,
  createKeyWatch,
  createLandmarkReader,
  createLanguageNotes,
  createLanguageParts,
  createLateWork,
  createLayoutReader,
  createLineReader,
  createOverhangReader,
  createMessageWatch,
  createMotionWatch,
  createMovementTimes,
  createMovementTracks,
  createMovementWatch,
  createNavigators,
  createNodeReader,
  createObservations,
  createOpenerList,
  createOpenerPicker,
  createOpenerRisk,
  createOperationNotes,
  createOutlineCollector,
  createOutlineElements,
  createRunFinder,
  createPageTests,
  createPlaceReader,
  createPointFinder,
  createPressTargets,
  createReachReader,
  createRingNotes,
  createRiskReader,
  createPurposeReader,
  createScroller,
  createScrollMemory,
  createSecondEngine,
  createScriptTest,
  createSecretCover,
  createShortcutNotes,
  createShownReader,
  createShownText,
  createSightReader,
  createSignalReader,
  createStateColours,
  createStateContrast,
  createStateLinks,
  createStateParts,
  createStateWalk,
  createPlainToggles,
  createStatedControls,
  createStatusControls,
  createStatusTests,
  createStructureNotes,
  createStructureTexts,
  createStripViews,
  createSpacingTest,
  createStopBoxes,
  createStopSurroundings,
  createTabStops,
  createTextReader,
  createTextChanges,
  createToggleReader,
  createTextWatch,
  createZoomedBoxes,
  createZoomTest,
  fieldBeside,
  describeOutline,
  findBlockedPastes,
  findClipped,
  findCollisions,
  findConsentButtons,
  findClickKinds,
  isFieldFocused,
  findCover,
  findCutLines,
  findDragOnly,
  findFaintFields,
  findFaintIcons,
  findFaintShapes,
  findFaintToggles,
  findFlashing,
  findFrame,
  findKeyless,
  isAnyAround,
  findHiddenChoices,
  findMouseOnly,
  findPlainMouseOnly,
  announcedParts,
  findPlainButtons,
  findPressOnly,
  findNavigators,
  findNewlyClipped,
  findNewlyCovered,
  findNewlyCut,
  findOutermost,
  findPlaceBeside,
  findSilentStatus,
  findTabBefore,
  findStates,
  findSvgMotion,
  findTestForms,
  findTooWide,
  findTurned,
  findTurnRequests,
  findUnchangedStops,
  findUnseen,
  focusQuietly,
  gatherMovements,
  groupStops,
  hasNoControlRole,
  hasPauseControl,
  hasStopControl,
  hasTextSizeControl,
  isIndicator,
  isInSharedPart,
  isMoving,
  isOrnament,
  isPlacing,
  isReferredTo,
  isTouching,
  judgeCutText,
  isInCarousel,
  leadsElsewhere,
  listCovers,
  listFaintControls,
  listHoverTriggers,
  listOpenerKeys,
  listOpenerKinds,
  listOpenerParts,
  listSlides,
  listStatusTargets,
  mayChange,
  nameControl,
  judgeMotion,
  judgeVideo,
  measureText,
  nameOpener,
  noteSilentStatus,
  sentenceAround,
  observeMetrics,
  readBlockKind,
  readContents,
  readControls,
  pathFrom,
  meetsKind,
  mentionsSignOut,
  signsOut,
  readCountdown,
  readFacts,
  readFrameLinks,
  readHoverSelectors,
  readLanguageTexts,
  readMainText,
  readMarkers,
  readPage,
  readOutline,
  readPointedSelectors,
  readRotations,
  readColours,
  readStates,
  readStateStyles,
  readStructure,
  recordLook,
  recordPlacing,
  recordPlaces,
  runAxe,
  sampleMotion,
  takesUpSpace,
  usesSpacing,
  waitUntilSettled,
  waitUntilSteady,
};

type Parts = typeof inPageFunctions & {
  ownRules: readonly OwnRule[];
  demotedRules: readonly string[];
  structureFinders: readonly FindStructure[];
  axeCorrections: readonly ((axe: AxeInPage) => void)[];
};

type CreateEngines = (
  axe: AxeInPage,
  parts: Parts,
  book: ElementBook,
  remember: (results: RawRule[]) => RawRule[],
  countPasses: Observations["countPasses"],
) => Pick<Probe, "axe" | "countPasses"> & ExcludedElements & SecondEngine & StateWalk & OpenerListeners;

/** Runs in the page. */
const createEngines: CreateEngines = (axe, parts, book, remember, countPasses) => {
  const { excludeElements, countExcluded, ...exclusion } = parts.createExclusion(parts.findFrame);
  const { changedRoots, ...walk } = parts.createStateWalk(parts);
  const correct = (results: RawRule[]) =>
    remember(exclusion.leaveOut(parts.correctResults(parts.correctNames(results))));
  const createReader = () => {
    const descriptionOf = parts.createDescriber(axe, {
      landmarks: parts.createLandmarkReader(axe),
      headings: parts.createHeadingReader(axe),
      states: parts.readStates,
    });
    const signalsOf = parts.createSignalReader(axe, parts.createTextReader());
    const places = parts.recordPlaces();
    const note = ({ element, ancestry }: RawElement) => {
      const isInFrame = !element;
      const found = element ?? parts.findFrame(ancestry);
      if (!found?.isConnected) return { place: null, element: null, isInFrame, description: null, signals: null };
      const noted = { place: places.note(found), element: book.note(found), isInFrame };
      return isInFrame
        ? { ...noted, description: null, signals: null }
        : { ...noted, description: descriptionOf(found), signals: signalsOf(found) };
    };
    return parts.createNodeReader(places.places, note);
  };
  const outlineOf: Parameters<typeof runAxe>[4] = (toNode) => {
    const all = parts.createOutlineElements(axe, parts.readBlockKind);
    const elements = { ...all, list: () => all.list().filter((element) => !exclusion.isExcluded(element)) };
    const readers = { readControl: parts.createPurposeReader(), readHelp: parts.createHelpReader() };
    const collector = parts.createOutlineCollector(elements, readers);
    return parts.describeOutline(parts.readOutline(elements, collector, parts.readMainText()), toNode);
  };
  return {
    excludeElements,
    countExcluded,
    countPasses: (rules) => countPasses(rules, exclusion.isExcluded),
    axe: (limits) => parts.runAxe(axe, limits, correct, createReader(), outlineOf, changedRoots),
    ...walk,
    ...parts.createSecondEngine(axe, book, exclusion, createReader),
  };
};

/**
 * Runs in the page at the end of the init script. A copy of axe that the page itself loads isn't affected, because it
 * is in another world.
 */
const install = (
  { name, lateWorkEvent }: { name: string; lateWorkEvent: string },
  axe: AxeInPage,
  parts: Parts & { createEngines: CreateEngines },
) => {
  axe.configure({ branding: { application: "curbcut" }, allowedOrigins: ["<unsafe_all_origins>"] });
  const { observedFor, note, notePage, countPasses, forget } = parts.createObservations();
  parts.addOwnRules(axe, parts.ownRules, observedFor);
  axe.configure({ rules: parts.demotedRules.map((id) => ({ id, reviewOnFail: true })) });
  for (const correct of parts.axeCorrections) correct(axe);
  if (window !== window.top) {
    // Configurable, because a frame may keep its window, and with it this property, when its first document replaces
    // the empty one.
    Object.defineProperty(window, name, { value: parts.createOperationNotes(parts, note), configurable: true });
    return;
  }
  const scroll = parts.createScrollMemory();
  const { stopsAt, allStops, ...stops } = parts.createTabStops(scroll, parts.groupStops);
  const { remember, ...contrast } = parts.createContrastTargets(parts.createContrastReader(), parts.isOrnament);
  const hasOtherScript = parts.createScriptTest();
  const { languageParts, elementOf } = parts.createLanguageParts({ ...parts, hasOtherScript });
  const book = parts.createElementBook();
  const inks = parts.createInks();
  const probe: WholeProbe = {
    ...stops,
    ...parts.createDrivenRules(parts, scroll, { allStops, stopsAt }, { note, forget }),
    ...parts.createKeyWatch(),
    ...parts.createShortcutNotes(note),
    ...contrast,
    ...parts.createControlTargets(() => parts.listFaintControls(parts, inks), parts.createControlReader(), {
      note,
      forget,
    }),
    ...parts.createStructureNotes(parts, parts.structureFinders, note),
    ...parts.createPageTests(parts, { note, forget }),
    ...parts.createSecretCover(parts.coverStyles),
    ...parts.createStripViews(parts, book),
    locate: book.locate,
    languageParts,
    noteLanguages: parts.createLanguageNotes(elementOf, note),
    ...parts.createTextWatch(note, parts),
    ...parts.createNavigators(parts),
    load: parts.awaitLoad,
    settle: parts.waitUntilSettled,
    ...parts.createLateWork(lateWorkEvent),
    readColours: parts.readColours,
    facts: () => parts.readPage(parts),
    metrics: parts.observeMetrics(),
    ...parts.createEngines(axe, parts, book, remember, countPasses),
    notePage,
    ...parts.createOperationNotes(parts, note),
    unchangedStops: () => {
      forget("focus-visible");
      const boxes = parts.createStopBoxes();
      return parts.findUnchangedStops(allStops(), parts.createFocusStyles(), parts.createFocusRings(inks), boxes);
    },
  };
  Object.defineProperty(window, name, { value: probe });
};

/** Returns a rule as an expression: its data as JSON and the source of its function. */
const toSource = ({ inPage, ...data }: OwnRule): string => `{ ...${JSON.stringify(data)}, inPage: ${inPage} }`;

/**
 * Returns the init script for our isolated world in every page and frame: the source of axe-core and of our functions.
 * The script defines the helper `__name`, which transpiled functions call. Findings for `demoted` rules need review.
 */
export const createProbeScript = (demoted: readonly string[] = demotedRules): string =>
  escapeWide(`(() => {
const __name = (value) => value;
const setTimeout = (${createFrameTimer})();
const pageTree = ${pageTreeSource};
${axeSource()}
const axe = window.axe;
delete window.axe;
(${install})(${JSON.stringify({ name: PROBE_NAME, lateWorkEvent })}, axe, {
${Object.entries(inPageFunctions).map(([name, source]) => `${name}: ${source}`)},
createEngines: ${createEngines},
structureFinders: [${structureFinders}],
axeCorrections: [${axeCorrections}],
ownRules: [${ownRules.map(toSource)}],
demotedRules: ${JSON.stringify(demoted)},
});
})();`);
