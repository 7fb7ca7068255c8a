import type { ControlKind, FaintControl } from "./find-faint-controls";
import type { Observations } from "./observations";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A control in view that looks faint. Boxes are in CSS pixels, relative to the top left corner of the page. */
export interface ControlTarget {
  number: number;
  kind: ControlKind;
  area: Box;
  /** Whether the control's styles made it clearly visible in an earlier view of the page. */
  wasVisible: boolean;
  /** Areas to leave out of the measurement: text, and the resize handle of a text area. */
  texts: Box[];
}

export interface ControlTargets {
  /**
   * Scrolls to the first faint control that hasn't been in view yet. Returns all controls now in view, or an empty list
   * when none are left.
   */
  nextControlView(): ControlTarget[];
  /** Reports whether the page shows any fields, buttons or switches. */
  hasControls(): boolean;
  /** Hides the text in fields, or shows it again. */
  hideFieldTexts(isHidden: boolean): void;
  /** Records controls whose contrast in the screenshots is too low, and scrolls back. */
  noteFaintControls(faint: readonly { number: number; detail: string }[]): void;
}

/** Returns null if the control isn't entirely in view, or is covered. */
type ReadControl = (control: FaintControl) => Omit<ControlTarget, "number" | "wasVisible"> | null;

/** Runs in the page. */
export const createControlReader = (): ReadControl => {
  /** Converts a box to page coordinates, in which the area of a screenshot is specified. */
  const boxOf = ({ x, y, width, height }: DOMRect): Box => ({ x: x + scrollX, y: y + scrollY, width, height });
  const textsIn = (area: Element): Box[] => {
    const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
    const boxes: Box[] = [];
    for (let node = walker.nextNode(); node && boxes.length < 50; node = walker.nextNode()) {
      if ((node.nodeValue ?? "").trim() === "") continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      boxes.push(...[...range.getClientRects()].slice(0, 10).map(boxOf));
    }
    return boxes;
  };
  /** Returns the resize handle that the browser draws in the corner of a text area. */
  const handleOf = (element: Element): Box[] => {
    const { right, bottom } = element.getBoundingClientRect();
    return element instanceof HTMLTextAreaElement ? [boxOf(new DOMRect(right - 18, bottom - 18, 16, 16))] : [];
  };
  /**
   * Returns the box around all parts of a toggle, because some of them may be taller than the line of text in the
   * label.
   */
  const wholeOf = (area: Element, hidden: Element): DOMRect => {
    const parts = [...area.querySelectorAll("*")].filter((part) => part !== hidden).slice(0, 20);
    const boxes = [area, ...parts].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 2);
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    return new DOMRect(left, top, right - left, bottom - top);
  };
  return ({ element, kind, area }) => {
    const box = kind === "toggle" ? wholeOf(area, element) : area.getBoundingClientRect();
    const around = kind === "field" ? (area.parentElement ?? area) : area;
    const isWhole =
      Math.min(box.width, box.height) >= 8 &&
      box.width * box.height <= 400_000 &&
      box.left >= 6 &&
      box.top >= 6 &&
      box.right <= document.documentElement.clientWidth - 6 &&
      box.bottom <= innerHeight - 6;
    const top = pageTree.elementAt(box.x + box.width / 2, box.y + box.height / 2);
    const isOnTop =
      top !== null && (pageTree.contains(area, top) || (kind === "icon" && pageTree.contains(element, top)));
    return isWhole && isOnTop ? { kind, area: boxOf(box), texts: [...textsIn(around), ...handleOf(element)] } : null;
  };
};

/** Runs in the page. */
export const createControlTargets = (
  find: () => FaintControl[],
  read: ReadControl,
  { note, forget }: Pick<Observations, "note" | "forget">,
): ControlTargets => {
  const most = 60;
  let controls: FaintControl[] | null = null;
  /** Controls that were faint in the first view; null before that view has been read. */
  let faintBefore: WeakSet<Element> | null = null;
  let waiting: number[] = [];
  let sheet: CSSStyleSheet | null = null;
  let start = { left: 0, top: 0 };
  const isUsable = ({ element, area }: FaintControl): boolean =>
    area.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !element.matches(":disabled, [aria-disabled='true'], [aria-disabled='true'] *, [inert] *, [aria-hidden='true'] *");
  return {
    nextControlView: () => {
      if (controls === null) {
        forget("control-contrast");
        // Controls that can fail come first, because there may be more controls than can be tested.
        const usable = find().filter(isUsable);
        controls = usable.sort((one, other) => Number(one.hasText) - Number(other.hasText)).slice(0, most);
        waiting = controls.map((_, number) => number);
        start = { left: scrollX, top: scrollY };
      }
      while (waiting.length > 0) {
        const [first = -1] = waiting.splice(0, 1);
        controls[first]?.area.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const targets = [first, ...waiting].flatMap((number) => {
          const control = controls?.[number];
          const target = control ? read(control) : null;
          const wasVisible = control !== undefined && faintBefore?.has(control.element) === false;
          return target ? [{ ...target, number, wasVisible }] : [];
        });
        waiting = waiting.filter((number) => !targets.some((target) => target.number === number));
        if (targets.length > 0) return targets;
      }
      return [];
    },
    hasControls: () =>
      pageTree
        .findAll("input, select, textarea, button, [role='button'], [role='switch']")
        .some((element) => element.checkVisibility({ checkVisibilityCSS: true }) && !element.matches(":disabled")),
    hideFieldTexts: (isHidden) => {
      sheet ??= new CSSStyleSheet();
      sheet.replaceSync(
        "input, textarea, select, ::placeholder { -webkit-text-fill-color: transparent !important; caret-color: transparent !important; transition: none !important; }",
      );
      for (const root of pageTree.listRoots()) {
        const others = root.adoptedStyleSheets.filter((each) => each !== sheet);
        root.adoptedStyleSheets = isHidden ? [...others, sheet] : others;
      }
    },
    noteFaintControls: (faint) => {
      scrollTo({ ...start, behavior: "instant" });
      for (const { number, detail } of faint) {
        const control = controls?.[number];
        if (!control) continue;
        // Reports the label around a hidden input, because people can't see the input itself.
        const { element, kind, area, hasText } = control;
        const reported = kind === "toggle" && area.contains(element) ? area : element;
        note("control-contrast", [reported], hasText ? undefined : false, detail);
      }
      // Remembers the faint controls of the first view, because other controls may be faint in another view of the
      // page.
      faintBefore ??= new WeakSet(controls?.map(({ element }) => element));
      controls = null;
    },
  };
};
