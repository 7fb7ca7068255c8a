/**
 * Runs in the page: returns the visible elements that stay in place while the page scrolls. Omits those that people can
 * move, and those that fill the window but have no controls, which are usually shown only while a page loads.
 */
export const listCovers = (): Element[] => {
  const mostElements = 15_000;
  const controls = "a[href], button, input, select, textarea, [tabindex], iframe";
  const isCover = (element: Element): boolean => {
    const { position, cursor } = getComputedStyle(element);
    if (position !== "fixed" && position !== "sticky") return false;
    const { width, height } = element.getBoundingClientRect();
    const fills = width >= innerWidth * 0.85 && height >= innerHeight * 0.85;
    const isWaiting = fills && element.querySelector(controls) === null;
    const isShown = width >= 40 && height >= 20 && element.checkVisibility({ checkVisibilityCSS: true });
    return isShown && !isWaiting && !/move|grab/.test(cursor);
  };
  return pageTree.findAll(":not(html, body)").slice(0, mostElements).filter(isCover).slice(0, 50);
};

/**
 * Runs in the page: returns the element that stays in place and hides all of another element, including its content and
 * its labels. Only a background of one opaque colour counts as hiding. Returns null if any point may be visible.
 */
export const findCover = (element: HTMLElement, covers: readonly Element[]): Element | null => {
  const isOpaque = (each: Element): boolean => {
    const { backgroundColor, mixBlendMode, maskImage } = getComputedStyle(each);
    if (!/^rgb\(/.test(backgroundColor) || mixBlendMode !== "normal" || !/^(?:none)?$/.test(maskImage)) return false;
    let opacity = 1;
    for (let around: Element | null = each; around; around = pageTree.parentOf(around))
      opacity *= Number.parseFloat(getComputedStyle(around).opacity);
    return opacity > 0.95;
  };
  /** A cover that contains the element doesn't hide it. */
  const possible = covers.filter((cover) => !pageTree.contains(cover, element));
  const coverAt = (x: number, y: number): Element | null => {
    for (const each of pageTree.elementsAt(x, y).slice(0, 30)) {
      if (pageTree.contains(each, element) || pageTree.contains(element, each)) return null;
      const cover = possible.find((candidate) => pageTree.contains(candidate, each));
      if (isOpaque(each)) return cover ?? null;
    }
    return null;
  };
  const isInside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
  const pointsOf = ({ left, top, width, height }: DOMRect): [number, number][] =>
    [0.02, 0.25, 0.5, 0.75, 0.98]
      .flatMap((across) =>
        [0.05, 0.5, 0.95].map((down): [number, number] => [left + width * across, top + height * down]),
      )
      .filter(([x, y]) => isInside(x, y));
  const { left, top, width, height } = element.getBoundingClientRect();
  const shownWidth = Math.min(left + width, innerWidth) - Math.max(left, 0);
  const shownHeight = Math.min(top + height, innerHeight) - Math.max(top, 0);
  if (width < 4 || height < 4 || shownWidth < width / 2 || shownHeight < height / 2) return null;
  if (Number.parseFloat(getComputedStyle(element).opacity) < 0.05) return null;
  const middle = coverAt(
    (Math.max(left, 0) + Math.min(left + width, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(top + height, innerHeight)) / 2,
  );
  if (!middle) return null;
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].slice(0, 3) : [];
  const parts = [element, ...[...element.querySelectorAll("*")].slice(0, 15), ...labels];
  const points = parts.flatMap((part) => [...part.getClientRects()].slice(0, 4)).flatMap(pointsOf);
  return points.length >= 6 && points.every(([x, y]) => coverAt(x, y) !== null) ? middle : null;
};

/**
 * Runs in the page, after the browser has scrolled to an element. If the element is a link or button that is still
 * outside the window, clipped to a few pixels or in a collapsed area, returns its outermost ancestor that is also
 * hidden, or the element itself. Otherwise, returns null.
 */
export const findUnseen = (element: HTMLElement): Element | null => {
  const isUnseen = (each: Element): boolean => {
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) return true;
    const { clip, clipPath, overflow } = getComputedStyle(each);
    const isCut =
      /hidden|clip/.test(overflow) || /^rect\((?:0px|1px)/.test(clip) || /inset\((?:50|100)%/.test(clipPath);
    return isCut && (width <= 2 || height <= 2 || /inset\((?:50|100)%/.test(clipPath));
  };
  /**
   * Returns the collapsed ancestor that cuts off the element; null if there is none, or if that ancestor may still be
   * opening.
   */
  const findCollapsed = (): Element | null => {
    for (let each: Element | null = element; each && each !== document.body; each = pageTree.parentOf(each)) {
      const { overflowY, position } = getComputedStyle(each);
      if (/hidden|clip/.test(overflowY) && each.clientHeight <= 2 && each !== element)
        return each.getAnimations().length > 0 ? null : each;
      if (position === "absolute" || position === "fixed") return null;
    }
    return null;
  };
  const isControl = element.matches("a[href], button, [role=button], [role=link]");
  const isNamed = (element.textContent ?? "").trim() !== "" || element.hasAttribute("aria-label");
  if (!isControl || !isNamed || pageTree.closest(element, "[aria-hidden='true']") !== null) return null;
  if (!isUnseen(element)) return findCollapsed();
  let outermost: Element = element;
  const isHiddenToo = (each: Element | null): each is Element =>
    each !== null && each !== document.body && isUnseen(each);
  for (let each = pageTree.parentOf(element); isHiddenToo(each); each = pageTree.parentOf(each)) outermost = each;
  return outermost;
};

/** Runs in the page: reports whether an element may be part of a slide or tab panel, which may come into view later. */
export const isInCarousel = (element: Element): boolean => {
  const names = ["carousel", "slide", "swiper", "splide", "glide", "marquee"];
  const classes = names.map((name) => `[class*='${name}' i]`);
  return pageTree.closest(element, ["[aria-roledescription]", "[role='tabpanel']", ...classes].join()) !== null;
};
