import type { RawRule } from "../probe/run-axe";
import type { ContrastTarget, ReadContrastTarget } from "./read-contrast-target";

/**
 * Elements with text whose contrast axe can't determine, numbered in axe's order: those from the level AA rule, then
 * those from the level AAA rule.
 */
export interface ContrastTargets {
  /**
   * Scrolls to the first element that hasn't been in view yet. Returns all elements now in view, or an empty list when
   * none are left. `window` is the position of the window on the page, in CSS pixels.
   */
  nextContrastView(): { window: { x: number; y: number }; targets: ContrastTarget[] };
  /** Hides the text of the elements in view, paints it in the marking colour, or shows it as usual. */
  paintTexts(paint: "none" | "marked" | "usual"): void;
}

/** Runs in the page. */
export const createContrastTargets = (
  read: ReadContrastTarget,
  isOrnament: (element: Element) => boolean,
): ContrastTargets & { remember(results: RawRule[]): RawRule[] } => {
  const most = 60;
  let elements = new Map<number, HTMLElement>();
  let inView: HTMLElement[] = [];
  /** The sheets in use. Each root has its own, because the paths of elements in different roots may be the same. */
  let sheets = new Map<Document | ShadowRoot, CSSStyleSheet>();
  const pathOf = (element: Element): string => {
    const { parentNode: parent } = element;
    if (!(parent instanceof Element || parent instanceof ShadowRoot)) return ":root";
    const outer = parent instanceof Element ? pathOf(parent) : ":host";
    return `${outer} > :nth-child(${[...parent.children].indexOf(element) + 1})`;
  };
  const sheetIn = (root: Document | ShadowRoot): CSSStyleSheet => {
    const sheet = sheets.get(root) ?? new CSSStyleSheet();
    if (!sheets.has(root)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    sheets.set(root, sheet);
    return sheet;
  };
  const removeSheets = (): void => {
    document.body.getBoundingClientRect();
    for (const [root, sheet] of sheets)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
    sheets = new Map();
  };

  return {
    remember: (results) => {
      const found = ["color-contrast", "color-contrast-enhanced"].flatMap(
        (rule) => results.find(({ id }) => id === rule)?.incomplete ?? [],
      );
      const measurable = found.flatMap(({ node: { element } }, number) =>
        element instanceof HTMLElement && !isOrnament(element) ? [[number, element] as const] : [],
      );
      if (found.length > 0) elements = new Map(measurable);
      return results;
    },
    nextContrastView: () => {
      elements = new Map([...elements].slice(0, most));
      for (const [number, element] of elements) {
        element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        if (read(number, element).length > 0) break;
        elements.delete(number);
      }
      const targets = [...elements].flatMap(([number, element]) => read(number, element));
      inView = targets.flatMap(({ number }) => elements.get(number) ?? []);
      for (const { number } of targets) elements.delete(number);
      return { window: { x: scrollX, y: scrollY }, targets };
    },
    paintTexts: (paint) => {
      const color = { none: "transparent", marked: "#f0f", usual: "" }[paint];
      const fill = `-webkit-text-fill-color: ${color} !important; text-decoration-color: transparent !important;`;
      const still = "transition: none !important; caret-color: transparent !important;";
      for (const root of new Set(inView.map((element) => element.getRootNode()))) {
        if (!(root instanceof Document || root instanceof ShadowRoot)) continue;
        const paths = inView.filter((element) => element.getRootNode() === root).map(pathOf);
        sheetIn(root).replaceSync(`${paths.join()} { ${color === "" ? "" : fill} ${still} }`);
      }
      if (paint === "usual") removeSheets();
    },
  };
};
