import { applyMarkup, morph, parseSnippet, wrapElement } from "./apply-markup";
import { createDomEdits } from "./dom-edits";
import { createElementNumbers } from "./element-numbers";
import { findMainContent, measureText } from "./find-main-content";
import { createMask, MASK } from "./mask";
import { type Box, readBox } from "./read-box";
import { type Paint, readPaint, readPalette } from "./read-colours";
import { levelOfHeading, listHeadings, renameHeading } from "./rename-heading";
import { createPaper, hasLooseText, type RewriteName } from "./rewrite";
import { rewriteHeading, rewriteTitle } from "./rewrite-heading";
import { rewriteHidden } from "./rewrite-hidden";
import { rewriteList } from "./rewrite-list";
import { rewriteMain } from "./rewrite-main";
import { nameNavigation, rewriteNavigation } from "./rewrite-navigation";
import { createRewriter } from "./rewriter";
import { type ChangeKind, createLayoutWatch, type LayoutChange, readLook } from "./watch-layout";

/** The functions that a trial calls in our isolated world of the page. They identify elements by number. */
export interface FixTools {
  note(selectors: readonly string[]): number[];
  at(element: number): Element | null;
  paint(element: number): Paint | null;
  /** Like `paint`, but for the parent of the element. */
  paintAround(element: number): Paint | null;
  palette(): string[];
  /** Like `paint`, but for the placeholder of a field. */
  paintOfPlaceholder(element: number): Paint | null;
  box(element: number): Box | null;
  /** Proposes a markup change that corrects an element; returns null if there is no such change. */
  rewrite(name: RewriteName, element: number): { element: number; before: string; after: string[] } | null;
  /** Returns the opening and closing tags of an element. */
  tagOf(element: number): string;
  remember(): void;
  compare(kind: ChangeKind, elements: readonly number[]): LayoutChange;
  /** Hides the elements that differed in the last comparison. */
  hide(kind: ChangeKind): void;
  show(): void;
  /** Applies the difference between two snippets to an element. Returns false if that isn't possible. */
  change(element: number, before: string, after: string): boolean;
  undo(): void;
  /** Returns the elements whose code the applied change affects, and everything that the change hides. */
  touched(): number[];
  /** Finishes all finite transitions and animations, and stops infinite ones at their start. */
  calm(): void;
}

const TOOLS_NAME = "__curbcutFix__";
const LIMITS = { elements: 20_000, colours: 60 };

export const callTool = <Name extends keyof FixTools>(name: Name, ...input: Parameters<FixTools[Name]>): string =>
  `globalThis[${JSON.stringify(TOOLS_NAME)}].${name}(${input.map((value) => JSON.stringify(value)).join()})`;

const parts = {
  createElementNumbers,
  createLayoutWatch,
  createDomEdits,
  createMask,
  applyMarkup,
  parseSnippet,
  morph,
  wrapElement,
  findMainContent,
  measureText,
  nameNavigation,
  createPaper,
  hasLooseText,
  createRewriter,
  levelOfHeading,
  listHeadings,
  renameHeading,
  rewriteHeading,
  rewriteHidden,
  rewriteList,
  rewriteMain,
  rewriteNavigation,
  rewriteTitle,
  readBox,
  readLook,
  readPaint,
  readPalette,
};

/** Runs in the page. */
const calmDown = (mask: string): void => {
  for (const animation of document.getAnimations()) {
    if (animation.id === mask) continue;
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    else {
      animation.pause();
      animation.currentTime = 0;
    }
  }
};

/** Runs in the page. */
const install = (name: string, mask: string, limits: typeof LIMITS, calm: typeof calmDown, own: typeof parts): void => {
  const numbers = own.createElementNumbers();
  const watch = own.createLayoutWatch(limits.elements, own.readLook);
  const cover = own.createMask(mask);
  const edits = own.createDomEdits();
  const markup = { edits, parse: own.parseSnippet, morph: own.morph, wrap: own.wrapElement };
  const rewrite = own.createRewriter(own);
  let swapped: [old: Element, fresh: Element][] = [];
  const read = <Result>(element: number, reader: (found: Element) => Result): Result | null => {
    const found = numbers.at(element);
    return found && reader(found);
  };
  const change = (element: number, before: string, after: string): boolean => {
    const old = numbers.at(element);
    const fresh = old && own.applyMarkup(markup, old, before, after);
    if (!old || !fresh) return false;
    if (fresh === old) return true;
    swapped.push([old, fresh]);
    if (!fresh.contains(old)) numbers.replace(old, fresh);
    return true;
  };
  const undo = (): void => {
    edits.undo();
    for (const [old, fresh] of swapped) numbers.replace(fresh, old);
    swapped = [];
  };
  const tools: FixTools = {
    note: (selectors) => selectors.map(numbers.note),
    at: numbers.at,
    paint: (element) => read(element, (found) => own.readPaint(found, numbers.numberOf)),
    paintAround: (element) => read(element, (found) => own.readPaint(found.parentElement ?? found, numbers.numberOf)),
    palette: () => own.readPalette(limits),
    paintOfPlaceholder: (element) => read(element, (found) => own.readPaint(found, numbers.numberOf, "placeholder")),
    box: (element) => read(element, own.readBox),
    rewrite: (name, element) => {
      const found = read(element, (each) => rewrite(name, each));
      return found && { ...found, element: numbers.numberOf(found.element) };
    },
    tagOf: (element) => read(element, (found) => (found.cloneNode(false) as Element).outerHTML.slice(0, 2_000)) ?? "",
    remember: watch.remember,
    compare: (kind, elements) => {
      const found = elements.flatMap((element) => numbers.at(element) ?? []);
      return watch.compare(kind, [...found, ...swapped.flat()], edits.renamed());
    },
    hide: (kind) => cover.hide(watch.changed(), kind !== "colour"),
    show: cover.show,
    change,
    undo,
    touched: () => edits.touched().map(numbers.numberOf),
    calm: () => calm(mask),
  };
  Object.defineProperty(window, name, { value: tools });
};

/**
 * Returns the script that adds the tools to a page. It defines the helper `__name`, which transpiled functions call.
 */
export const createFixScript = (): string => `(() => {
const __name = (value) => value;
if (globalThis[${JSON.stringify(TOOLS_NAME)}]) return;
(${install})(${JSON.stringify(TOOLS_NAME)}, ${JSON.stringify(MASK)}, ${JSON.stringify(LIMITS)}, ${calmDown}, {
${Object.entries(parts)
  .map(([name, part]) => `${name}: ${part}`)
  .join(",\n")}
});
})();`;
