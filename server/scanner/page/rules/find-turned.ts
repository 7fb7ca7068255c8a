/** Runs in the page: returns the rotation, in degrees, of each element near the root of the document. */
export const readRotations = (): Map<Element, number> => {
  const angleOf = (element: Element): number | null => {
    const { transform, rotate } = getComputedStyle(element);
    const turned = Number.parseFloat(rotate) || 0;
    if (transform === "none") return turned;
    const { a, b, c, d } = new DOMMatrix(transform);
    const isFlat = Math.abs(a * d - b * c) < 0.01;
    return isFlat ? null : turned + (Math.atan2(b, a) * 180) / Math.PI;
  };
  const outermost = pageTree.findAll("html, body, :is(body, :host) > *, :is(body, :host) > * > *").slice(0, 300);
  const angles = new Map<Element, number>();
  for (const element of outermost) {
    const angle = angleOf(element);
    if (angle !== null) angles.set(element, angle);
  }
  return angles;
};

/** Runs in the page: returns the large elements that rotated by 90° when the screen was rotated. */
export const findTurned = (before: ReadonlyMap<Element, number>, after: ReadonlyMap<Element, number>): Element[] => {
  const isLarge = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > innerWidth / 2 || height > innerHeight / 2;
  };
  return [...after].flatMap(([element, angle]) => {
    const turned = Math.abs(angle - (before.get(element) ?? angle)) % 360;
    const isOnItsSide = Math.abs(turned - 90) <= 1 || Math.abs(turned - 270) <= 1;
    return isOnItsSide && isLarge(element) ? [element] : [];
  });
};
