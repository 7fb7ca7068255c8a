import type { Observations } from "./observations";
import type { ObservedRuleId } from "./observed-rules";
import type { Outcome } from "./own-rule";

/** An element reported by a rule about the structure of a page. */
export interface StructureFinding {
  rule: ObservedRuleId;
  element: Element;
  outcome: Outcome;
}

/** What the rules about structure read from the page. */
export interface StructureReader {
  /** Visible text on one line, truncated if it is long. */
  textOf(element: Element): string;
  isShown(element: Element): boolean;
  isBold(element: Element): boolean;
  /** Reports whether one element is above or to the left of another, and close to it. */
  isBefore(first: Element, second: Element): boolean;
  /** Returns the last element before the given one; null if it contains a control, or if there is text in between. */
  elementBefore(element: Element): Element | null;
  /** What the field asks for, in lower case, according to its label, name or placeholder. */
  labelOf(field: HTMLInputElement): string;
  /** The elements that aria-labelledby and aria-describedby refer to. */
  textsFor(field: Element): Element[];
  /** Reports whether nothing is near an element, apart from what is behind it and the other elements given. */
  isAlone(element: Element, others: readonly Element[]): boolean;
  findRun: FindRun;
}

/**
 * Returns the index of the first of three successive lines that start with the same marker or are numbered 1 to 3, and
 * whether the marker can only be a bullet.
 */
export type FindRun = (lines: readonly string[]) => { index: number; isSure: boolean } | null;

/** Runs in the page. */
export const createRunFinder = (): FindRun => {
  const least = 3;
  const bullet = /^([•▪◦‣∙])\s*["“„«(]?[\p{L}\p{N}]/u;
  const mark = /^([●■□▸►➤✓✔✗*·–—-])\s+["“„«(]?\p{L}/u;
  const number = /^\(?(\d{1,2})[.)]\s+["“„«(]?\p{L}/u;
  /** Returns the marker at the start of a line, or the number of a numbered line. */
  const markOf = (line: string): string | number | null => {
    const found = bullet.exec(line) ?? mark.exec(line);
    if (found) return found[1] ?? null;
    const digits = number.exec(line)?.[1];
    return digits === undefined ? null : Number(digits);
  };
  const isSpeech = (line: string): boolean => /^[–—-]/.test(line) && (line.length > 80 || /[.!?…»"”]$/.test(line));
  return (lines) => {
    const marks = lines.map(markOf);
    for (let index = 0; index + least <= marks.length; index += 1) {
      const first = marks[index] ?? null;
      const continues = (offset: number): boolean =>
        typeof first === "number" ? marks[index + offset] === first + offset : marks[index + offset] === first;
      const isStart = typeof first !== "number" || first === 1;
      if (first === null || !isStart || !continues(1) || !continues(2)) continue;
      if (!lines.slice(index, index + least).some(isSpeech)) return { index, isSure: "•▪◦‣∙".includes(String(first)) };
    }
    return null;
  };
};

/** Runs in the page. */
export const createStructureTexts = (): Omit<StructureReader, "labelOf" | "isAlone" | "textsFor" | "findRun"> => {
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
  };
  const textOf = (element: Element): string => {
    if (!isShown(element)) return "";
    const isShort = element instanceof HTMLElement && (element.textContent ?? "").length <= 5_000;
    // biome-ignore lint/performance/useDomNodeTextContent: textContent includes hidden text.
    const text = isShort ? element.innerText : (element.textContent ?? "");
    return text.slice(0, 2_000).replace(/\s+/g, " ").trim().slice(0, 1_000);
  };
  const controls = "input, select, textarea, button, a[href], [role='radio'], [role='checkbox']";
  /** Returns the outermost element that starts with the given one. */
  const outermostStart = (element: Element, levels: number): Element => {
    const outer = element.parentElement;
    const hasBefore =
      element.previousElementSibling !== null || (element.previousSibling?.nodeValue ?? "").trim() !== "";
    const isEnd = hasBefore || outer === null || outer.matches("form, main, body, section, article, dialog");
    return isEnd || levels === 0 ? element : outermostStart(outer, levels - 1);
  };
  const weightOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontWeight);
  return {
    isShown,
    textOf,
    /** Text is bold if all of it is in bold elements. */
    isBold: (element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let count = 0;
      for (let node = walker.nextNode(); node && count < 20; node = walker.nextNode()) {
        if ((node.nodeValue ?? "").trim() === "") continue;
        count += 1;
        if (node.parentElement === null || weightOf(node.parentElement) < 600) return false;
      }
      return count > 0;
    },
    elementBefore: (element) => {
      const start = outermostStart(element, 5);
      const previous = start.previousElementSibling;
      const hasText = (start.previousSibling?.nodeValue ?? "").trim() !== "";
      const hasControl = previous?.matches(controls) || previous?.querySelector(controls);
      return hasText || hasControl ? null : previous;
    },
    isBefore: (first, second) => {
      const [one, other] = [first.getBoundingClientRect(), second.getBoundingClientRect()];
      const gap = other.top - one.bottom;
      const isAbove = gap > -4 && gap < 48 && one.left < other.left + 80 && one.right > other.left - 80;
      const isBeside = one.right <= other.left + 4 && other.left - one.right < 200 && one.top < other.bottom;
      return isAbove || (isBeside && one.bottom > other.top);
    },
  };
};

/** Runs in the page. */
export const createSpaceReader = ({ isShown }: Pick<StructureReader, "isShown">): Pick<StructureReader, "isAlone"> => {
  let boxes: DOMRect[] | null = null;
  /** Reports whether styles hide an element from everyone but screen readers. */
  const isClipped = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 2 && height <= 2 && getComputedStyle(element).display !== "contents";
  };
  /** Returns the boxes of all text, graphics and controls. */
  const listBoxes = (): DOMRect[] => {
    const found: DOMRect[] = [];
    for (const { text, parent } of pageTree.listTexts()) {
      if (found.length >= 5_000) break;
      if (parent.closest("option")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const isSeen = parent.checkVisibility({ checkVisibilityCSS: true }) && !isClipped(parent);
      if (box.width > 2 && box.height > 2 && isSeen) found.push(box);
    }
    const drawn = "img, svg, canvas, i, picture, video, iframe, button, input, select, textarea, object";
    const others = pageTree.findAll(drawn).slice(0, 1_000).filter(isShown);
    // Leaves out components with an open shadow root, because their content is listed separately.
    const components = pageTree
      .findAll("*")
      .filter(({ localName, shadowRoot }) => localName.includes("-") && shadowRoot === null);
    return [...found, ...[...others, ...components.slice(0, 1_000)].map((each) => each.getBoundingClientRect())];
  };
  const keyOf = ({ left, top, width }: DOMRect): string => [left, top, width].join();
  const isBehind = (box: DOMRect, { left, top, right, bottom }: DOMRect): boolean =>
    box.left < left && box.right > right && box.top < top && box.bottom > bottom;
  const isNear = (box: DOMRect, { left, top, right, bottom }: DOMRect): boolean =>
    box.right > left - 300 && box.left < right + 200 && box.bottom > top - 90 && box.top < bottom + 40;
  return {
    isAlone: (element, others) => {
      boxes ??= listBoxes();
      const own = element.getBoundingClientRect();
      const ignored = new Set([element, ...others].map((each) => keyOf(each.getBoundingClientRect())));
      return !boxes.some((box) => !ignored.has(keyOf(box)) && !isBehind(box, own) && isNear(box, own));
    },
  };
};

/** Runs in the page. */
export const createFieldReader = ({
  textOf,
}: Pick<StructureReader, "textOf">): Pick<StructureReader, "labelOf" | "textsFor"> => ({
  textsFor: (field) =>
    ["aria-labelledby", "aria-describedby"]
      .flatMap((name) => (field.getAttribute(name) ?? "").split(/\s+/).slice(0, 10))
      .flatMap((id) => pageTree.findById(field, id) ?? []),
  labelOf: (field) => {
    const named = (field.getAttribute("aria-labelledby") ?? "")
      .split(/\s+/)
      .slice(0, 5)
      .map((id) => pageTree.findById(field, id));
    const texts = [
      ...[...(field.labels ?? []), ...named].map((label) => (label ? textOf(label) : "")),
      field.getAttribute("aria-label") ?? "",
      field.placeholder,
    ];
    const text = texts.find((each) => each.trim() !== "") ?? "";
    return (
      text
        .slice(0, 100)
        .toLowerCase()
        // Backtracks, but over at most 100 characters.
        .replace(/\([^)]*\)|[*:]/g, "")
        .replace(/\s+/g, " ")
        .trim()
    );
  },
});

export type FindStructure = (read: StructureReader) => StructureFinding[];

export interface StructureNotes {
  /** Records the findings for the rules about the page's structure. */
  noteStructure(): void;
}

/** Runs in the page. */
export const createStructureNotes = (
  create: {
    createStructureTexts: typeof createStructureTexts;
    createFieldReader: typeof createFieldReader;
    createSpaceReader: typeof createSpaceReader;
    createRunFinder: typeof createRunFinder;
  },
  finders: readonly FindStructure[],
  note: Observations["note"],
): StructureNotes => ({
  noteStructure: () => {
    const texts = create.createStructureTexts();
    const read = {
      ...texts,
      ...create.createFieldReader(texts),
      ...create.createSpaceReader(texts),
      findRun: create.createRunFinder(),
    };
    for (const find of finders)
      try {
        for (const { rule, element, outcome } of find(read)) note(rule, [element], outcome);
      } catch {
        // If a form's field hides a property such as parentElement, the rule reports nothing.
      }
  },
});
