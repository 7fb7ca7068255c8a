/**
 * Runs in the page: returns selectors for elements whose cursor becomes a pointer only on hover, according to the style
 * sheets that scripts are allowed to read. The selectors match whether or not the pointer is on the elements.
 */
export const readPointedSelectors = (): string[] => {
  const MOST = 100;
  const MOST_RULES = 5_000;
  const MOST_LETTERS = 500;
  const found = new Set<string>();
  let read = 0;
  /** Hovering over an element also puts its ancestors in the hover state, but not its siblings or descendants. */
  const addStyle = ({ selectorText, style }: CSSStyleRule): void => {
    const isOfInterest = selectorText.length <= MOST_LETTERS && selectorText.includes(":hover");
    if (!isOfInterest || style.cursor !== "pointer" || /[+~]|:has\(/.test(selectorText)) return;
    if (found.size < MOST) found.add(selectorText.replaceAll(":hover", ":is(*)"));
  };
  const addRule = (rule: CSSRule): void => {
    read += 1;
    const isMedia = rule instanceof CSSMediaRule;
    const isOther = rule instanceof CSSConditionRule && !isMedia;
    if (read > MOST_RULES || isOther || (isMedia && !matchMedia(rule.conditionText).matches)) return;
    if (rule instanceof CSSStyleRule) addStyle(rule);
    else if (rule instanceof CSSGroupingRule) for (const inner of rule.cssRules) addRule(inner);
  };
  for (const sheet of pageTree.listSheets())
    try {
      if (!sheet.disabled && matchMedia(sheet.media.mediaText).matches)
        for (const rule of sheet.cssRules) addRule(rule);
    } catch {
      // Scripts can't read style sheets from other origins.
    }
  return [...found];
};
