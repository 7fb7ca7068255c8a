import { z } from "zod";
import { isUrl } from "@/server/core/is-url";
import { listOf } from "@/server/core/schema";
import { copyBeginning } from "../copy-beginning";
import { stateActions } from "../states";
import type { Probe } from "./probe/probe-script";

export const MAX_SECOND_FINDINGS = 2_000;

const text = (length: number) => z.string().transform((value) => copyBeginning(value, length));
const textOrNull = (length: number) => text(length).nullable();
const list = <Item extends z.ZodType>(length: number, item: Item) =>
  listOf(
    item,
    z.array(z.unknown()).transform((items) => items.slice(0, length)),
  );
const count = z.number().int().min(0);
/** Treats invalid metrics as not measured, because the page may have tampered with them. */
const milliseconds = z.number().min(0).nullable().catch(null);
const url = text(2_000);

const Facts = z.object({
  address: text(10_000).refine((address) => isUrl(address), "not a URL"),
  title: text(500),
  description: textOrNull(1_000),
  canonicals: list(20, url),
  robots: textOrNull(1_000),
  language: textOrNull(100),
  viewport: textOrNull(1_000),
  standardsMode: z.boolean(),
  characterSet: text(50),
  headings: list(300, z.object({ level: z.number().int().min(1).max(6), text: text(300) })),
  hreflang: list(200, z.object({ language: text(100), href: url, url })),
  words: count,
  text: text(4_000),
  mainWords: count.nullable(),
  elements: count,
  images: count,
  brokenImages: list(50, text(500)),
  insecure: list(50, url),
  links: list(3_000, z.object({ url, text: text(200), isPdf: z.boolean().exactOptional() })),
  frameLinks: list(1_000, url),
  structure: list(200, text(400)),
  fields: list(50, text(20)),
  buttons: list(40, text(80)),
  shownLinks: list(200, z.object({ url: text(500), text: text(80) })),
  options: list(100, text(80)),
  files: list(60, text(300)),
  inlineScripts: list(20, text(400)),
  frames: list(20, text(300)),
  names: list(400, text(60)),
  pictures: count,
  shadowText: text(4_000),
  dialogWords: count,
  refresh: textOrNull(300),
});

const Metrics = z.object({
  lcp_ms: milliseconds,
  fcp_ms: milliseconds,
  ttfb_ms: milliseconds,
  load_ms: milliseconds,
  tbt_ms: z.number().min(0).catch(0),
  cls: z.number().min(0).catch(0),
});

const Box = z.object({ x: z.number(), y: z.number(), width: z.number().min(0), height: z.number().min(0) });
const Description = z.object({
  role: textOrNull(60),
  name: textOrNull(150),
  states: list(20, text(20)),
  path: list(20, z.object({ role: text(60), name: textOrNull(150), level: count.max(9).nullable() })),
});

const html = text(10_000);
const selector = text(4_000);
const Signals = z.object({
  role: text(40),
  name: text(120),
  text: text(120),
  heading: text(120),
  near: text(120),
  path: text(400),
});
const Node = z.object({
  selector,
  html,
  summary: text(4_000),
  place: count.nullable(),
  element: count.nullable(),
  isInFrame: z.boolean(),
  description: Description.nullable(),
  signals: Signals.nullable(),
  related: list(10, z.object({ selector, html })),
});
const Rule = z.object({
  id: text(100),
  passed: count,
  failed: count,
  review: count,
  violations: list(500, Node),
  incomplete: list(500, Node),
});
const Place = z.object({
  tag: text(60),
  role: text(60),
  id: text(60),
  classes: list(12, text(60)),
  parent: count.nullable(),
});

/**
 * Clears references to parents that weren't recorded before their children. Valid parents always are; other references
 * could form a cycle.
 */
const Places = list(100_000, Place).transform((places) =>
  places.map((place, index) => ({
    ...place,
    parent: place.parent !== null && place.parent < index ? place.parent : null,
  })),
);
const place = count.max(1_000_000);
const Outline = z.object({
  language: text(20),
  title: z.object({ text: text(300), node: Node }).nullable(),
  text: text(20_000),
  main: z.object({ start: place, end: place }).nullable(),
  blocks: list(
    12,
    z.object({
      node: Node,
      kind: z.enum(["navigation", "aside", "header", "footer", "search"]),
      name: text(80),
      start: place,
      end: place,
      links: list(40, z.object({ target: text(1_000), name: text(80), place })),
    }),
  ),
  controls: list(8, z.object({ node: Node, function: text(1_000), name: text(80) })),
  help: list(8, z.object({ node: Node, mechanism: text(2_000), name: text(80), block: count.nullable(), place })),
});
const Findings = z.object({ rules: list(300, Rule), places: Places, outline: Outline.nullable().catch(null) });

const length = z.number().min(0).max(20_000);
const byte = z.number().min(0).max(255);
const ContrastTarget = z.object({
  number: count,
  color: z.tuple([byte, byte, byte, z.number().min(0).max(1)]),
  isLarge: z.boolean(),
  hasShadow: z.boolean(),
  font: text(100),
  lines: list(30, z.object({ x: length, y: length, width: length, height: length })),
});

/** A scroll position, which can be negative on right-to-left pages. */
const scrolled = z.number().min(-10_000_000).max(10_000_000);
const offset = z.number().min(0).max(10_000_000);
const ControlTarget = z.object({
  number: count,
  kind: z.enum(["field", "icon", "shape", "toggle"]),
  area: z.object({ x: offset, y: offset, width: length, height: length }),
  wasVisible: z.boolean(),
  texts: list(500, Box),
});

const Opener = z.object({
  control: z.enum(["text", "list", "other"]),
  isGuess: z.boolean(),
  action: z.enum(stateActions),
  key: text(300),
  name: text(80),
  turn: count,
  isDeclared: z.boolean(),
  isNew: z.boolean(),
  isShared: z.boolean(),
});

const Point = z.object({ x: z.number(), y: z.number() });

const HoverText = z.object({ texts: list(200, text(1_000)), links: list(200, url) });

const nothing = z.unknown().transform(() => undefined);
const stop = z.number().int().min(-1);

type Answers = { [Name in keyof Probe]: Awaited<ReturnType<Probe[Name]>> };

const answers: { [Name in keyof Answers]: z.ZodType<Answers[Name]> } = {
  load: z.boolean(),
  settle: nothing,
  lateWorkLeft: z.number().min(0).max(2_000),
  readColours: count,
  facts: Facts,
  metrics: Metrics,
  axe: Findings,
  excludeElements: nothing,
  countExcluded: z.object({ elements: count, findings: count }),
  runSecondEngine: z.object({
    findings: list(MAX_SECOND_FINDINGS, z.object({ rule: text(100), element: count })),
    isWhole: z.boolean(),
  }),
  findNested: list(MAX_SECOND_FINDINGS, stop),
  describeFindings: z.object({ nodes: list(MAX_SECOND_FINDINGS, Node.nullable()), places: Places }),
  languageParts: list(
    200,
    z.object({
      kind: z.enum(["page", "part", "block"]),
      language: text(100),
      text: text(4_000),
      words: count,
      hasOtherScript: z.boolean(),
    }),
  ),
  noteLanguages: nothing,
  locate: list(10_000, Box.nullable()),
  listSuspectWords: list(5_000, text(2_000)),
  cover: z.object({ width: z.number().min(0), height: z.number().min(0) }),
  uncover: nothing,
  showNoted: nothing,
  focusNoted: z.boolean(),
  focusCovered: z.boolean(),
  isFocusAmong: z.boolean(),
  viewOf: z.object({ window: Box, density: z.number().min(0.1).max(10), box: Box.nullable() }),
  spaceText: nothing,
  noteUsualPage: nothing,
  noteNarrowPage: z.boolean(),
  noteZoomedPage: nothing,
  noteStructure: nothing,
  nextControlView: list(60, ControlTarget),
  hasControls: z.boolean(),
  notePage: nothing,
  countPasses: list(100, count),
  hasTexts: z.boolean(),
  noteTextSpacing: z.boolean().nullable(),
  noteSeenStops: nothing,
  passReactions: nothing,
  hideFieldTexts: nothing,
  noteFaintControls: nothing,
  noteTextSizes: nothing,
  countUnzoomed: count,
  noteUnzoomed: nothing,
  noteMotion: count,
  noteWrongStates: count,
  watchMovement: nothing,
  movementWatchLeft: z.number().max(10_000),
  noteMovement: count,
  watchCanvases: nothing,
  noteMovingCanvases: count,
  listImages: list(30, text(200_000)),
  noteImages: count,
  noteFlashing: count,
  listensForKeys: z.boolean(),
  watchKeys: nothing,
  answeredKeys: list(100, z.object({ key: text(20), response: z.enum(["shown", "screen", "prevented"]) })),
  noteShortcuts: nothing,
  nextContrastView: z.object({ window: z.object({ x: scrolled, y: scrolled }), targets: list(60, ContrastTarget) }),
  paintTexts: nothing,
  watchText: nothing,
  textWatchLeft: z.number().max(10_000),
  noteChangingText: count,
  listStops: count,
  suspects: list(2_000, stop),
  suspectGroups: list(3, z.object({ first: count, last: count })),
  boxOfStop: Box.nullable(),
  focusStop: nothing,
  focusedStop: stop,
  leaveStops: nothing,
  waysOut: z.object({ isDialog: z.boolean(), keys: list(5, text(20)) }),
  noteTrap: nothing,
  noteTrapGroup: nothing,
  placeSuspects: list(
    100,
    z.object({ stop: count, isBackwards: z.boolean(), kind: z.enum(["covered", "unseen"]), group: count }),
  ),
  placeOfStop: text(20),
  focusBefore: nothing,
  blurStop: nothing,
  notePlaces: nothing,
  restorePlaces: nothing,
  reactingStops: list(10, count),
  rememberSurroundings: nothing,
  readReaction: z.enum(["moves", "opens", "replaces", "none"]),
  noteReaction: nothing,
  noteOperation: nothing,
  listToggles: list(4, text(500)),
  aimAtToggle: Point.nullable(),
  readToggle: z.enum(["same", "shown", "other"]),
  noteToggles: nothing,
  listStated: list(4, z.object({ kind: text(500), isTab: z.boolean() })),
  aimAtStated: Point.nullable(),
  readStateChange: z.object({ text: z.boolean(), state: z.boolean() }),
  noteStale: nothing,
  chooseClickKind: z.boolean(),
  aimAtClick: Point.nullable(),
  hasClickChanged: z.boolean(),
  keepClickKind: z.boolean(),
  noteClicks: nothing,
  passClickKind: nothing,
  listPressTargets: count,
  aimAtPress: Point.nullable(),
  hasPageChanged: z.boolean(),
  notePress: nothing,
  listForms: list(10, text(2_000)),
  focusSubmit: z.boolean(),
  hasReplied: z.boolean(),
  noteReply: count,
  listStatusControls: list(9, z.object({ kind: text(2_000), use: z.enum(["press", "type", "check", "choose"]) })),
  focusStatusControl: z.boolean(),
  isStatusControlFocused: z.boolean(),
  hasNews: z.boolean(),
  readDialog: z.enum(["none", "focused", "unfocused"]),
  readDialogTab: nothing,
  focusDialogClose: z.boolean(),
  noteDialog: count,
  noteStatus: count,
  listStates: list(10, z.object({ kind: text(2_000), isHover: z.boolean() })),
  aimAtState: Point.nullable(),
  focusState: nothing,
  measureState: z.number().min(0).max(21).nullable(),
  noteState: z.boolean(),
  restoreStates: nothing,
  passStates: nothing,
  listTriggers: list(10, text(2_000)),
  aimAt: Point.nullable(),
  findShown: z.object({ nearest: Point, content: HoverText }).nullable(),
  isShown: z.boolean(),
  coversText: z.boolean(),
  focusForContent: z.boolean(),
  noteHover: nothing,
  restoreHover: nothing,
  hasPasteFields: z.boolean(),
  noteBlockedPastes: z.number().int().min(0),
  listChoices: list(
    10,
    z.object({ key: z.enum([" ", "ArrowDown", "ArrowUp"]), back: z.enum(["", " ", "ArrowDown", "ArrowUp"]) }),
  ),
  focusChoice: nothing,
  restoreChoice: nothing,
  noteChoice: nothing,
  noteFocus: nothing,
  readShownText: text(60_000),
  listNavigators: list(20, z.object({ key: text(400), name: text(80) })),
  aimAtNavigator: Point.nullable(),
  rememberPage: nothing,
  readChange: z.object({ size: count, digest: text(40) }),
  keepState: nothing,
  isStateShown: z.boolean(),
  listOpeners: list(150, Opener),
  linksInState: list(200, z.object({ url, text: text(200) })),
  aimAtOpener: Point.nullable(),
  aimAtCloser: Point.nullable(),
  aimBeside: Point.nullable(),
  focusOpener: z.boolean(),
  keysForOpener: list(5, z.enum(["Enter", "ArrowDown", "ArrowRight", "a"])),
  focusTabBefore: z.enum(["ArrowDown", "ArrowRight"]).nullable(),
  noteTime: nothing,
  timersLeft: z.number().min(0).max(1_000),
  untilSteady: nothing,
  scrollOn: z.boolean(),
  noteRing: nothing,
  showStop: nothing,
  unchangedStops: z.object({
    refused: list(40, stop),
    tried: list(40, stop),
    kinds: list(10, z.object({ name: text(4_000), stops: list(40, stop) })),
    faint: list(10, z.object({ name: text(4_000), stops: list(40, stop), isOnlyRing: z.boolean() })),
  }),
};

/**
 * Validates a result from the probe in a page, and truncates all text and lists to their limits. Throws if the result
 * is malformed.
 */
export const readAnswer = <Name extends keyof Probe>(name: Name, value: unknown): Answers[Name] => {
  const read = answers[name].safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(`The page's ${name} couldn't be read: ${issue?.path.join(".")}: ${issue?.message}`.slice(0, 300));
};
