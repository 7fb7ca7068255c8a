/**
 * Runs in the page: reports whether a control in the same part of the page is labelled as pausing or stopping
 * something, in one of several languages.
 */
export const hasPauseControl = (element: Element): boolean => {
  const parts =
    "[aria-roledescription], section, article, figure, [role='region'], [role='group'], [class*='carousel' i], [class*='slide' i], [class*='swiper' i], [class*='splide' i], [class*='marquee' i], [class*='ticker' i]";
  const words =
    /(?:^|[^\p{L}])(?:paus\p{L}{0,8}|stop\p{L}{0,8}|anhalten|arr[êe]ter|suspendre|deten\p{L}{0,4}|parar|ferma\p{L}{0,4}|arresta\p{L}{0,4}|pauz\p{L}{0,6}|zatrzymaj|wstrzymaj|sett på vent|pysäytä|zastav\p{L}{0,4})(?!\p{L})/iu;
  const names = ["aria-label", "title", "value", "class"];
  const partAround = (inner: Element): Element | null => {
    const outer = pageTree.parentOf(inner);
    return outer && pageTree.closest(outer, parts);
  };
  /** A carousel may be a component whose controls are in its shadow root. */
  const controlsIn = (part: Element): Element[] =>
    pageTree
      .findAll("button, [role='button'], input, a[href^='#']")
      .filter((control) => pageTree.contains(part, control))
      .slice(0, 50);
  let part = partAround(element);
  for (let level = 0; part && level < 3; level += 1, part = partAround(part)) {
    const controls = controlsIn(part);
    const labels = controls.map(
      (control) => `${control.textContent} ${names.map((name) => control.getAttribute(name) ?? "").join(" ")}`,
    );
    if (labels.some((label) => words.test(label.slice(0, 500)))) return true;
  }
  return false;
};

/**
 * Runs in the page: reports whether the page has any labelled control at all, because any such control may stop
 * movement or changes.
 */
export const hasStopControl = (): boolean => {
  const controls =
    "button, input[type=button], input[type=checkbox], input[type=submit], [role='button'], [role='switch'], [onclick], a[href^='#']";
  const names = ["aria-label", "aria-labelledby", "title", "value"];
  const labelOf = (control: Element): string =>
    `${control.textContent}${names.map((name) => control.getAttribute(name) ?? "").join("")}`;
  return pageTree.findAll(controls).some((control) => labelOf(control).trim() !== "");
};
