/** How the page differs from its state when `remember` was called. */
export interface LayoutChange {
  /** Number of elements that the change affects directly. */
  changed: number;
  /** The greatest distance by which another element moved, in CSS pixels. */
  moved: number;
  /** Number of other elements whose size or appearance changed. */
  resized: number;
  /** Whether the page became wider. */
  isWider: boolean;
  /** Whether the changed elements differed in colour before the change, presumably on purpose. */
  isMixed: boolean;
}

/** What the change is expected to affect. A change to the structure must not affect the appearance of any element. */
export type ChangeKind = "colour" | "spacing" | "markup" | "structure";

export interface Look {
  colours: string;
  text: string;
  ground: string;
  placeholder: string;
  spacing: string;
  box: DOMRect;
}

/** Runs in the page. Returns the appearance of an element itself, without its children. */
export const readLook = (element: Element): Look => {
  const s = getComputedStyle(element);
  const isField = "placeholder" in element && element.placeholder !== "";
  const hint = isField ? getComputedStyle(element, "::placeholder") : null;
  const placeholder = hint ? `${hint.color} ${hint.opacity}` : "";
  const borders = [s.borderTopColor, s.borderRightColor, s.borderBottomColor, s.borderLeftColor];
  return {
    colours: [
      s.color,
      s.backgroundColor,
      s.backgroundImage,
      placeholder,
      ...borders,
      s.fill,
      s.stroke,
      s.opacity,
      s.textDecoration,
      s.outline,
    ].join(),
    text: s.color,
    ground: s.backgroundColor + s.backgroundImage,
    placeholder,
    spacing: [s.padding, s.margin, s.minWidth, s.minHeight, s.display, s.verticalAlign, s.boxSizing].join(),
    box: element.getBoundingClientRect(),
  };
};

export interface LayoutWatch {
  remember(): void;
  /**
   * Compares the page with its state when `remember` was called. `subjects` are the elements whose markup changed and
   * their replacements. Elements in `renamed` are compared with their replacements.
   */
  compare(
    kind: ChangeKind,
    subjects: readonly Element[],
    renamed: readonly (readonly [old: Element, fresh: Element])[],
  ): LayoutChange;
  /** Returns the elements that differed in the last comparison. */
  changed(): Element[];
}

/** Runs in the page. */
export const createLayoutWatch = (limit: number, read: typeof readLook): LayoutWatch => {
  const looks = new Map<Element, Look>();
  let width = 0;
  let changed: Element[] = [];
  const widthOfPage = (): number => document.scrollingElement?.scrollWidth ?? 0;
  const isNear = (element: Element): boolean =>
    changed.some((each) => element.contains(each) || each.contains(element));
  const hasOtherSize = (one: DOMRect, other: DOMRect): boolean =>
    Math.abs(one.width - other.width) > 0.5 || Math.abs(one.height - other.height) > 0.5;

  const hasSeveral = (now: readonly { was: Look; is: Look }[], which: "text" | "ground" | "placeholder"): boolean =>
    new Set(now.filter(({ was, is }) => was[which] !== is[which]).map(({ was }) => was[which])).size > 1;

  const compare: LayoutWatch["compare"] = (kind, subjects, renamed) => {
    const isColour = kind === "colour";
    const replacements = new Map(kind === "structure" ? renamed : []);
    const now = [...looks].flatMap(([old, was]) => {
      const element = replacements.get(old) ?? old;
      return element.isConnected ? [{ element, was, is: read(element) }] : [];
    });
    const hasChanged = ({ was, is }: { was: Look; is: Look }): boolean =>
      isColour ? was.colours !== is.colours : was.spacing !== is.spacing;
    if (kind === "markup") changed = [...subjects];
    else changed = kind === "structure" ? [] : now.filter(hasChanged).map(({ element }) => element);
    const others = isColour ? now : now.filter(({ element }) => !isNear(element));
    const moves = others.map(({ was, is }) => Math.max(Math.abs(was.box.x - is.box.x), Math.abs(was.box.y - is.box.y)));
    const looksOther = ({ was, is }: { was: Look; is: Look }): boolean =>
      hasOtherSize(was.box, is.box) || (!isColour && was.colours !== is.colours);
    return {
      changed: changed.length,
      moved: Math.round(10 * moves.reduce((most, each) => Math.max(most, each), 0)) / 10,
      resized: others.filter(looksOther).length,
      isWider: widthOfPage() > width,
      isMixed: isColour && (["text", "ground", "placeholder"] as const).some((which) => hasSeveral(now, which)),
    };
  };

  return {
    remember: () => {
      looks.clear();
      for (const element of [...document.querySelectorAll("body, body *")].slice(0, limit))
        looks.set(element, read(element));
      width = widthOfPage();
    },
    compare,
    changed: () => changed,
  };
};
