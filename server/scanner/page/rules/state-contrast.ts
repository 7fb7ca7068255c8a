import type { createInks } from "./find-faint-controls";
import type { Observations } from "./observations";
import type { ScrollMemory } from "./scroll-memory";
import type { createShownText } from "./shown-text";

interface Point {
  x: number;
  y: number;
}

/** Links and buttons whose colours change on hover or focus. */
export interface StateContrast {
  /** Lists up to six links and buttons whose contrast may drop. Identical ones on other pages have the same `kind`. */
  listStates(): { kind: string; isHover: boolean }[];
  /** Scrolls a link or button into view. Returns its centre; null if its contrast is unknown or already too low. */
  aimAtState(state: number): Point | null;
  focusState(state: number): void;
  /**
   * Returns the current contrast of the text; null if the text or its background isn't a single known colour, or if a
   * colour is changing.
   */
  measureState(state: number): number | null;
  /** Records the measured contrast. Returns whether it is sufficient. */
  noteState(state: number, contrast: number): boolean;
  /** Records that these links and buttons have enough contrast, because others of the same kind do. */
  passStates(states: readonly number[]): void;
  restoreStates(): void;
}

/** A style that sets the colours of links or buttons on hover or focus. */
interface StateStyle {
  /** The selector of the elements, without the state. */
  selector: string;
  isHover: boolean;
  colours: [text: string, background: string];
}

/** Runs in the page: returns the styles that set colours on :hover or :focus, in style sheets that scripts may read. */
export const readStateStyles = (): StateStyle[] => {
  const MOST_RULES = 5_000;
  const MOST = 200;
  const found: StateStyle[] = [];
  let read = 0;
  const addStyle = ({ selectorText, style }: CSSStyleRule): void => {
    const text = style.getPropertyValue("color");
    const background = style.getPropertyValue("background-color") || style.getPropertyValue("background");
    if (text === "" && background === "") return;
    for (const selector of selectorText.slice(0, 2_000).split(",")) {
      const plain = selector.replace(/:(?:hover|focus-visible|focus-within|focus)/g, "").trim();
      if (plain === selector.trim() || plain === "" || /[>+~]$|::/.test(plain)) continue;
      found.push({ selector: plain, isHover: selector.includes(":hover"), colours: [text, background] });
    }
  };
  const addRule = (rule: CSSRule): void => {
    read += 1;
    if (read > MOST_RULES || (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches)) return;
    if (rule instanceof CSSStyleRule && /:(?:hover|focus)/.test(rule.selectorText)) addStyle(rule);
    else if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule))
      for (const inner of rule.cssRules) addRule(inner);
  };
  for (const sheet of pageTree.listSheets())
    try {
      if (!sheet.disabled) for (const rule of sheet.cssRules) addRule(rule);
    } catch {
      // Scripts can't read style sheets from other origins.
    }
  return found.slice(0, MOST);
};

export interface StateColours {
  /** Returns the contrast of an element's text; null if the text or its background isn't a single known colour. */
  contrastOf(element: Element): number | null;
  /** Returns the colour behind an element; null unless it is a single known colour. */
  backgroundOf(element: Element): string | null;
  /** Returns the minimum contrast that the element's text must have. */
  leastFor(element: Element): number;
}

/** Runs in the page. */
export const createStateColours = ({ contrast }: Pick<ReturnType<typeof createInks>, "contrast">): StateColours => {
  const isSolid = (colour: string): boolean => /^rgb\(/.test(colour);
  const isClear = (colour: string): boolean => colour === "transparent" || /^rgba\(.*, 0\)$/.test(colour);
  const isPlain = (style: CSSStyleDeclaration): boolean =>
    style.backgroundImage === "none" && !style.backgroundClip.includes("text") && !style.boxShadow.includes("inset");
  const hasPseudo = (element: Element): boolean =>
    ["::before", "::after"].some((part) => !["none", "normal"].includes(getComputedStyle(element, part).content));
  const listAround = (element: Element): Element[] => {
    const outer = pageTree.parentOf(element);
    return outer ? [element, ...listAround(outer)] : [element];
  };
  const isFaded = (element: Element): boolean => {
    const { opacity, filter, mixBlendMode } = getComputedStyle(element);
    return opacity !== "1" || filter !== "none" || mixBlendMode !== "normal";
  };
  /**
   * Returns the colour behind an element. Returns null if any element around it has effects, images or generated
   * content, which could fade or cover the colour.
   */
  const backgroundOf = (element: Element): string | null => {
    const around = listAround(element);
    if (around.some(isFaded)) return null;
    for (const each of around) {
      const style = getComputedStyle(each);
      if (!isPlain(style) || hasPseudo(each)) return null;
      if (isSolid(style.backgroundColor)) return style.backgroundColor;
      if (!isClear(style.backgroundColor)) return null;
    }
    return "rgb(255, 255, 255)";
  };
  /** Reports whether nothing overlaps the centre of an element, other than its own descendants and ancestors. */
  const isAlone = (element: Element): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [first, ...behind] = pageTree.elementsAt(left + width / 2, top + height / 2).slice(0, 30);
    const isRelated = (each: Element): boolean => pageTree.contains(element, each) || pageTree.contains(each, element);
    return first !== undefined && pageTree.contains(element, first) && behind.every(isRelated);
  };
  return {
    backgroundOf,
    contrastOf: (element) => {
      const { color, textShadow, webkitTextFillColor } = getComputedStyle(element);
      const background = backgroundOf(element);
      const isKnown = isSolid(color) && webkitTextFillColor === color && textShadow === "none" && isAlone(element);
      return isKnown && background !== null ? contrast(color, background) : null;
    },
    leastFor: (element) => {
      const { fontSize, fontWeight } = getComputedStyle(element);
      const size = Number.parseFloat(fontSize);
      return size >= 24 || (size >= 18.66 && Number.parseFloat(fontWeight) >= 700) ? 3 : 4.5;
    },
  };
};

interface Parts {
  createInks: typeof createInks;
  createShownText: typeof createShownText;
  createStateColours: typeof createStateColours;
  findStates: typeof findStates;
  readStateStyles: typeof readStateStyles;
}

interface State {
  element: HTMLElement;
  kind: string;
  isHover: boolean;
}

/**
 * Runs in the page: returns up to six links and buttons, of different kinds, whose contrast may drop on hover or focus.
 */
export const findStates = (
  styles: readonly StateStyle[],
  text: ReturnType<typeof createShownText>,
  mayDrop: (element: Element, styles: readonly StateStyle[]) => boolean,
): State[] => {
  const MOST = 6;
  const MOST_ELEMENTS = 500;
  const controls = "a[href], button, [role='button'], input[type='submit' i], input[type='button' i]";
  const found = new Map<string, State>();
  const matches = (element: Element, selector: string): boolean => {
    try {
      return element.matches(selector);
    } catch {
      return false;
    }
  };
  const add = (element: HTMLElement, isHover: boolean): void => {
    const own = styles.filter((style) => style.isHover === isHover && matches(element, style.selector));
    const names = [element, element.parentElement].map((each) => each?.getAttribute("class") ?? "");
    const selectors = own.map(({ selector }) => selector);
    const kind = [isHover, element.localName, ...names, getComputedStyle(element).color, ...selectors].join(" ");
    if (own.length === 0 || found.has(kind) || found.size >= MOST) return;
    if (text.isVisible(element) && text.textsOf([element]).join("").length > 1 && mayDrop(element, own))
      found.set(kind, { element, kind: kind.slice(0, 2_000), isHover });
  };
  const elements = styles.length > 0 ? pageTree.findAll<HTMLElement>(controls) : [];
  // Logos have no contrast requirement.
  for (const element of elements.slice(0, MOST_ELEMENTS))
    if (!element.matches(":disabled, [aria-disabled='true'], [class*='logo' i], [class*='brand' i]"))
      for (const isHover of [true, false]) add(element, isHover);
  return [...found.values()];
};

/** Runs in the page. */
export const createStateContrast = (
  parts: Parts,
  scroll: ScrollMemory,
  { note, forget }: Pick<Observations, "note" | "forget">,
): StateContrast => {
  const text = parts.createShownText();
  const inks = parts.createInks();
  const colours = parts.createStateColours(inks);
  let states: State[] = [];
  /**
   * Reports whether one of the colours may have too little contrast. Returns true if a colour is unknown, for example
   * because it comes from a variable.
   */
  const mayDrop = (element: Element, styles: readonly StateStyle[]): boolean => {
    const usual = colours.backgroundOf(element);
    if (usual === null) return false;
    const own = [0, 1].map((at) => styles.flatMap((style) => style.colours[at] || []));
    const texts = [getComputedStyle(element).color, ...(own[0] ?? [])];
    const backgrounds = [usual, ...(own[1] ?? [])];
    const isKnown = [...texts, ...backgrounds].every(
      (each) => CSS.supports("color", each) && !/var\(|curr|inherit/i.test(each),
    );
    const least = colours.leastFor(element);
    return !isKnown || texts.some((one) => backgrounds.some((other) => inks.contrast(one, other) < least));
  };
  const isChanging = (element: Element): boolean =>
    element.getAnimations({ subtree: true }).some(({ playState }) => playState === "running");
  return {
    listStates: () => {
      forget("state-contrast");
      states = parts.findStates(parts.readStateStyles(), text, mayDrop);
      return states.map(({ kind, isHover }) => ({ kind, isHover }));
    },
    aimAtState: (number) => {
      const element = states[number]?.element;
      if (!element) return null;
      scroll.rememberScroll(element);
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const usual = colours.contrastOf(element);
      return usual === null || usual < colours.leastFor(element) ? null : text.centreOf(element);
    },
    focusState: (number) => states[number]?.element.focus({ preventScroll: true, focusVisible: true } as FocusOptions),
    measureState: (number) => {
      const { element, isHover } = states[number] ?? {};
      const isIn = element?.matches(isHover ? ":hover" : ":focus");
      return element && isIn && !isChanging(element) ? colours.contrastOf(element) : null;
    },
    noteState: (number, contrast) => {
      const { element, isHover } = states[number] ?? {};
      if (!element) return true;
      const least = colours.leastFor(element);
      const when = isHover ? "while the pointer is on it" : "while it has focus";
      note("state-contrast", [element], contrast >= least, `${contrast.toFixed(2)} instead of ${least} ${when}`);
      return contrast >= least;
    },
    passStates: (numbers) =>
      note(
        "state-contrast",
        numbers.flatMap((number) => states[number]?.element ?? []),
        true,
      ),
    restoreStates: () => scroll.restoreScroll(),
  };
};
