/** Numbers of tab stops: all that were tried, and those whose styles stayed the same, grouped by kind. */
export interface UnchangedStops {
  tried: number[];
  kinds: { name: string; stops: number[] }[];
}

/**
 * Runs in the page: focuses up to 40 tab stops as the Tab key would. Omits fields that show a caret, frames and media.
 */
export const findUnchangedStops = (stops: readonly HTMLElement[]): UnchangedStops => {
  const hasBox = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2;
  };
  const showsCaret = (element: Element): boolean =>
    element.matches("textarea, select, iframe, audio, video, [contenteditable]") ||
    (element.localName === "input" && !element.matches("[type=checkbox], [type=radio], [type=submit], [type=button]"));
  const stylesOf = (element: Element): string =>
    [element, element.parentElement ?? element, ...[...element.children].slice(0, 2)]
      .flatMap((each) => [
        getComputedStyle(each),
        getComputedStyle(each, "::before"),
        getComputedStyle(each, "::after"),
      ])
      .flatMap((style) => [
        ...[style.outlineStyle === "none" ? "" : style.outline, style.boxShadow, style.border, style.background],
        ...[style.color, style.textDecoration, style.transform, style.opacity, style.filter, style.fontWeight],
      ])
      .join();
  const focus = (stop: HTMLElement): void => {
    const options: FocusOptions & { focusVisible: boolean } = { focusVisible: true, preventScroll: true };
    stop.focus(options);
  };
  const staysSame = (stop: HTMLElement): boolean => {
    stop.blur();
    const before = stylesOf(stop);
    focus(stop);
    return document.activeElement === stop && stylesOf(stop) === before;
  };
  const tried = [...stops.entries()].filter(([, stop]) => hasBox(stop) && !showsCaret(stop)).slice(0, 40);
  const kinds = new Map<string, number[]>();
  for (const [number, stop] of tried) {
    const kind = `${stop.localName} ${[...stop.classList].sort().join(" ")} ${stylesOf(stop)}`.slice(0, 4_000);
    if (staysSame(stop)) kinds.set(kind, [...(kinds.get(kind) ?? []), number]);
  }
  return {
    tried: tried.map(([number]) => number),
    kinds: [...kinds].slice(0, 10).map(([name, numbers]) => ({ name, stops: numbers })),
  };
};
