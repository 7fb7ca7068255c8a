/**
 * Runs in the page: ends all transitions, and makes styles change at once until the returned function is called. If
 * that function is called synchronously, the page's scripts don't run in between.
 */
export const stopTransitions = (roots: readonly (Document | ShadowRoot)[]): (() => void) => {
  const still = new CSSStyleSheet();
  still.replaceSync("*, *::before, *::after { transition: none !important }");
  for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, still];
  /** Applies the styles immediately, so that no transition starts later. */
  const apply = (): void => {
    for (const root of roots) (root instanceof ShadowRoot ? root.host : document.body).getBoundingClientRect();
  };
  apply();
  return () => {
    apply();
    for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== still);
    apply();
  };
};
