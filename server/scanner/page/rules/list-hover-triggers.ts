/**
 * Runs in the page: returns selectors for elements that, according to the style sheets, reveal other elements on hover.
 * Reads only style sheets that scripts are allowed to read.
 */
export const readHoverSelectors = (): string[] => {
  const MOST_RULES = 5_000;
  const shows = [
    "display",
    "visibility",
    "opacity",
    "transform",
    "left",
    "top",
    "right",
    "max-height",
    "height",
    "clip",
  ];
  let read = 0;
  const found = new Set<string>();
  /**
   * Returns a selector up to the end of the compound selector that contains `:hover`, with `:hover` removed; null if
   * nothing follows.
   */
  const triggerIn = (selector: string): string | null => {
    const at = selector.indexOf(":hover");
    const before = selector.slice(0, at).trim();
    const rest = selector.slice(at + ":hover".length);
    const end = rest.search(/[ >+~]/);
    if (at < 0 || end < 0 || /[()]/.test(before)) return null;
    return before === "" || /[:()]/.test(rest.slice(0, end)) ? null : before + rest.slice(0, end);
  };
  /**
   * Returns a selector for what is inside `:has()`, if hovering over it reveals something elsewhere; null otherwise.
   */
  const triggerInHas = (selector: string): string | null => {
    const [outer = "", inner, ...others] = selector.split(":has(");
    const at = inner?.indexOf(":hover") ?? -1;
    const [trigger, rest] = [inner?.slice(0, at) ?? "", inner?.slice(at + ":hover".length) ?? ""];
    const isPlain = others.length === 0 && rest.startsWith(")") && rest.length > 1 && !/[()]/.test(outer + trigger);
    return at > 0 && isPlain ? `${outer.trim()} ${trigger.trim()}`.trim() : null;
  };
  const addStyle = ({ selectorText, style }: CSSStyleRule): void => {
    if (!selectorText.includes(":hover") || !shows.some((name) => style.getPropertyValue(name) !== "")) return;
    for (const selector of selectorText.slice(0, 2_000).split(","))
      found.add(triggerIn(selector) ?? triggerInHas(selector) ?? "");
  };
  const addRule = (rule: CSSRule): void => {
    read += 1;
    if (read > MOST_RULES || (rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches)) return;
    if (rule instanceof CSSStyleRule) addStyle(rule);
    else if (rule instanceof CSSGroupingRule) for (const inner of rule.cssRules) addRule(inner);
  };
  const rulesOf = (sheet: CSSStyleSheet): Iterable<CSSRule> => {
    try {
      return sheet.cssRules;
    } catch {
      // Scripts can't read style sheets from other origins.
      return [];
    }
  };
  for (const sheet of pageTree.listSheets()) if (!sheet.disabled) for (const rule of rulesOf(sheet)) addRule(rule);
  found.delete("");
  return [...found].slice(0, 100);
};

/**
 * Runs in the page: returns up to six elements that may show content on hover, at most two of them with the same
 * classes. Each has a kind that is the same for identical elements on other pages. The elements match one of the
 * selectors, handle pointer events, or are menu items with a hidden list inside.
 */
export const listHoverTriggers = (
  selectors: readonly string[],
  listening: readonly Node[],
): { element: Element; kind: string }[] => {
  const MOST = 6;
  const MOST_ALIKE = 2;
  const matching = (selector: string): Element[] => {
    try {
      return pageTree.findAll(selector).slice(0, 50);
    } catch {
      return [];
    }
  };
  const isHidden = (element: Element): boolean => !element.checkVisibility({ checkVisibilityCSS: true });
  const hasHiddenList = (item: Element): boolean => [...item.querySelectorAll("ul")].slice(0, 3).some(isHidden);
  const items = matching("nav li, [role='navigation'] li, header li").filter(hasHiddenList);
  const isTarget = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    return isShown && width > 4 && height > 4 && width * height < innerWidth * innerHeight * 0.3;
  };
  const classesOf = (element: Element): string =>
    `${element.localName} ${element.getAttribute("class") ?? ""} ${element.parentElement?.getAttribute("class") ?? ""}`;
  const counts = new Map<string, number>();
  const isRare = (element: Element): boolean => {
    const classes = classesOf(element);
    const count = (counts.get(classes) ?? 0) + 1;
    counts.set(classes, count);
    return count <= MOST_ALIKE;
  };
  const elements = listening.flatMap((node) => (node instanceof Element && node !== document.body ? [node] : []));
  const all = new Set([...selectors.flatMap(matching), ...items, ...elements]);
  const chosen = [...all].filter(isTarget).filter(isRare).slice(0, MOST);
  return chosen.map((element) => ({
    element,
    kind: `${classesOf(element)} ${(element.textContent ?? "").slice(0, 5_000).replace(/\s+/g, " ").slice(0, 500)}`,
  }));
};
