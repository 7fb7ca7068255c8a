import type { findCollisions, isTouching } from "./find-covered-text";
import type { CutReader, CutText, createCutReader, createLayoutReader } from "./find-cut-text";
import type { Observations } from "./observations";
import type { Outcome } from "./own-rule";
import type { createLineReader, LineReader, TextPiece } from "./read-lines";
import type { createSightReader, SightReader } from "./read-sight";

/** The text of a page in one of its states. */
export interface PageText {
  cuts: CutReader;
  pieces: ReadonlyMap<Text, TextPiece>;
  /** The pieces that aren't scrolled out of view in a scrollable area of the page. */
  inView: ReadonlyMap<Text, TextPiece>;
  cut: ReadonlyMap<Text, CutText>;
}

/** Text that is lost. `piece` contains its lines before the change. */
export interface LostText {
  piece: TextPiece;
  outcome: Outcome;
}

interface Tools {
  addSpacing: typeof addSpacing;
  createCutReader: typeof createCutReader;
  createLayoutReader: typeof createLayoutReader;
  createLineReader: typeof createLineReader;
  createSightReader: typeof createSightReader;
  findCollisions: typeof findCollisions;
  findNewlyCovered: typeof findNewlyCovered;
  findNewlyCut: typeof findNewlyCut;
  isTouching: typeof isTouching;
  judgeCutText: typeof judgeCutText;
  measureText: typeof measureText;
  usesSpacing: typeof usesSpacing;
}

export interface SpacingTest {
  /**
   * Records the text that is lost when the text spacing from WCAG 1.4.12 is applied. Returns whether any is lost; null
   * if the page has no text, or its writing systems don't use such spacing.
   */
  noteTextSpacing(): boolean | null;
}

/** Runs in the page: reports whether nearly all of the text is in writing systems that use letter and word spacing. */
export const usesSpacing = (texts: readonly Text[]): boolean => {
  const text = texts
    .map(({ data }) => data.slice(0, 200))
    .join("")
    .slice(0, 20_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const spaced = text.match(/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/gu)?.length ?? 0;
  return spaced > letters * 0.9;
};

/**
 * Runs in the page: applies the text spacing from WCAG 1.4.12. Returns a function that removes it. If that function is
 * called synchronously, the page's scripts don't run in between, and the page is left as it was.
 */
export const addSpacing = (roots: readonly (Document | ShadowRoot)[]): (() => void) => {
  const sheet = (css: string): CSSStyleSheet => {
    const made = new CSSStyleSheet();
    made.replaceSync(css);
    return made;
  };
  const still = sheet("*, *::before, *::after { transition: none !important }");
  // Letter spacing would break up the ligatures of icon fonts.
  const spaced = sheet(`:not(#a#b, [class*="icon"], [class*="material-symbols"]) {
    line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p:not(#a#b) { margin-bottom: 2em !important }`);
  const add = (added: CSSStyleSheet): void => {
    for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, added];
  };
  const remove = (removed: CSSStyleSheet): void => {
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== removed);
    // Applies the styles immediately, so that no transition starts later.
    for (const root of roots) (root instanceof ShadowRoot ? root.host : document.body).getBoundingClientRect();
  };
  add(still);
  add(spaced);
  return () => {
    remove(spaced);
    remove(still);
  };
};

/**
 * Runs in the page: checks text that is cut off. The text needs review if it is shortened with an ellipsis, or is in a
 * box that people may be able to open; otherwise, it fails. Returns null for shortened text if the full text is
 * probably in a title or behind a link or button.
 */
export const judgeCutText = (element: Element, { cutter, axis }: CutText): { outcome: Outcome } | null => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(cutter);
  const isShortened = axis === "x" ? textOverflow !== "clip" : webkitLineClamp !== "none";
  const isWhole =
    element.closest("a[href], button, summary, [title]") !== null || cutter.querySelector("a[href]") !== null;
  if (isShortened) return isWhole ? null : { outcome: undefined };
  const around = cutter.parentElement ?? cutter;
  const openers = [...around.querySelectorAll("summary, [aria-expanded], button, [role='button'], a")].slice(0, 50);
  const opens = openers.some(
    (each) =>
      each.matches("summary, [aria-expanded]") ||
      /more|full|mehr|weiter|plus|más|leggi|meer|expand|show|anzeigen|afficher/i.test(
        (each.textContent ?? "").slice(0, 100),
      ),
  );
  return { outcome: opens ? undefined : false };
};

/** Runs in the page. */
export const measureText = (texts: readonly Text[], reader: LineReader, cuts: CutReader): PageText => {
  const pieces = new Map<Text, TextPiece>();
  const inView = new Map<Text, TextPiece>();
  const cut = new Map<Text, CutText>();
  for (const text of texts) {
    const piece = reader.readPiece(text);
    if (!piece) continue;
    pieces.set(text, piece);
    const lines = cuts.linesInView(piece);
    if (lines.length > 0) inView.set(text, { element: piece.element, lines });
    const found = cuts.cutterOf(piece);
    if (found) cut.set(text, found);
  }
  return { cuts, pieces, inView, cut };
};

/**
 * Runs in the page: returns the text that is newly cut off. Ignores elements that already cut something off, such as
 * carousels, because they probably do so on purpose.
 */
export const findNewlyCut = (
  before: PageText,
  after: PageText,
  { judge, sight }: { judge: typeof judgeCutText; sight: SightReader },
): LostText[] => {
  const MOST_SEEN = 40;
  const busy = new Set([...before.cut.values()].map(({ cutter }) => cutter));
  const lost = [...after.cut].flatMap(([text, cut]): LostText[] => {
    const piece = before.pieces.get(text);
    if (!piece || before.cut.has(text) || busy.has(cut.cutter)) return [];
    const judged = judge(piece.element, cut);
    return judged ? [{ piece, outcome: sight.isScripted(cut.cutter) ? undefined : judged.outcome }] : [];
  });
  return lost.slice(0, MOST_SEEN).filter(({ piece }) => sight.wasSeen(piece));
};

/** Runs in the page: returns the text that is newly covered by other text. */
export const findNewlyCovered = (
  before: PageText,
  after: PageText,
  find: { collisions: typeof findCollisions; isTouching: typeof isTouching; sight: SightReader },
): LostText[] => {
  const { wasSeen, covers, isScripted } = find.sight;
  const earlier = new Map([...after.inView].map(([text, piece]) => [piece, before.inView.get(text)]));
  const isFree = (text: Text): boolean => !before.cut.has(text) && !after.cut.has(text);
  const loose = [...after.inView].filter(([text, { element }]) => isFree(text) && !after.cuts.isPinned(element));
  /**
   * Reports whether the lines were originally no further apart than in the test. Lines that were further apart are
   * moved closer together, which the criterion doesn't require.
   */
  const isTight = ({ element, lines }: TextPiece): boolean =>
    !(Number.parseFloat(getComputedStyle(element).lineHeight) > (lines[0]?.size ?? 0) * 1.65);
  return find.collisions(loose.map(([, piece]) => piece)).flatMap(({ pieces: [one, other], lines }): LostText[] => {
    const [was, wasOther] = [earlier.get(one), earlier.get(other)];
    if (!was || !wasOther || find.isTouching(was, wasOther) || !isTight(was) || !isTight(wasOther)) return [];
    if (!wasSeen(was) || !wasSeen(wasOther)) return [];
    const outcome = isScripted(one.element) || isScripted(other.element) ? undefined : false;
    const [isUnder, isOver] = [covers(other.element, one.element), covers(one.element, other.element)];
    const isFirst = isUnder === isOver ? lines[0].top <= lines[1].top : isUnder;
    return [{ piece: isFirst ? was : wasOther, outcome }];
  });
};

/** Runs in the page. */
export const createSpacingTest = (tools: Tools, note: Observations["note"]): SpacingTest => {
  const MOST = 20;
  const reader = tools.createLineReader();
  const sight = tools.createSightReader();
  const measure = (texts: readonly Text[]): PageText =>
    tools.measureText(texts, reader, tools.createCutReader(tools.createLayoutReader()));
  const measureSpaced = (texts: readonly Text[]): PageText => {
    const removeSpacing = tools.addSpacing(pageTree.listRoots());
    try {
      return measure(texts);
    } finally {
      removeSpacing();
    }
  };
  /** Icons get no spacing, and if their font is missing, they show names that hardly fit anyway. */
  const isIcon = ({ parentElement }: Text): boolean =>
    parentElement?.matches('[class*="icon"], [class*="material-symbols"]') === true;
  return {
    noteTextSpacing: () => {
      const texts = reader.listTexts().filter((text) => !isIcon(text));
      if (texts.length === 0 || !tools.usesSpacing(texts)) return null;
      const [left, top] = [scrollX, scrollY];
      const back = (): void => scrollTo({ left, top, behavior: "instant" });
      const before = measure(texts);
      const after = measureSpaced(texts);
      back();
      const lost = new Map<Element, Outcome>();
      const covered = tools.findNewlyCovered(before, after, {
        collisions: tools.findCollisions,
        isTouching: tools.isTouching,
        sight,
      });
      const cut = tools.findNewlyCut(before, after, { judge: tools.judgeCutText, sight });
      for (const { piece, outcome } of [...covered, ...cut])
        if (lost.get(piece.element) !== false) lost.set(piece.element, outcome);
      back();
      for (const [element, outcome] of [...lost].slice(0, MOST)) note("text-spacing", [element], outcome);
      return lost.size > 0;
    },
  };
};
