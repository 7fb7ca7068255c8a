import type { AxeInPage, ElementDescription, PathStep } from "./run-axe";

/** Runs in the page: returns a function that lists the landmarks around an element, outermost first. */
export const createLandmarkReader = (axe: AxeInPage): ((element: Element) => PathStep[]) => {
  const landmarks = new Set("banner navigation main complementary contentinfo form region search dialog".split(" "));
  const parentOf = (element: Element): Element | null => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const read = (element: Element): PathStep | null => {
    const role = axe.commons.aria.getRole(element);
    if (!role || !landmarks.has(role)) return null;
    const name = axe.commons.text.accessibleText(element).replace(/\s+/g, " ").trim().slice(0, 150) || null;
    return name === null && ["form", "region"].includes(role) ? null : { role, name, level: null };
  };
  const steps = new Map<Element, PathStep | null>();
  const stepAt = (element: Element): PathStep | null => {
    const known = steps.get(element);
    const step = known === undefined ? read(element) : known;
    steps.set(element, step);
    return step;
  };
  return (element) => {
    const found: PathStep[] = [];
    for (let outer = parentOf(element); outer; outer = parentOf(outer)) {
      const step = stepAt(outer);
      if (step) found.unshift(step);
    }
    return found.slice(-5);
  };
};

/** Runs in the page: returns a function that lists the headings above an element, highest level first. */
export const createHeadingReader = (axe: AxeInPage): ((element: Element) => PathStep[]) => {
  const levelOf = (heading: Element): number => {
    const stated = Element.prototype.getAttribute.call(heading, "aria-level");
    const level = Number(stated ?? /^h([1-6])$/i.exec(heading.localName)?.[1] ?? 2);
    return Number.isInteger(level) && level >= 1 && level <= 9 ? level : 2;
  };
  const isHeading = (element: Element): boolean => axe.commons.aria.getRole(element) === "heading";
  let headings: Element[] | null = null;
  const list = (): Element[] =>
    pageTree
      .findAll("h1, h2, h3, h4, h5, h6, [role=heading]")
      .slice(0, 2_000)
      .filter((heading) => isHeading(heading) && heading.checkVisibility({ visibilityProperty: true }));
  const isBefore = (heading: Element, element: Element): boolean =>
    (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !heading.contains(element);
  const hostOf = (element: Element): Element => {
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? hostOf(root.host) : element;
  };
  const countBefore = (element: Element, all: readonly Element[]): number => {
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const heading = all[middle];
      if (heading && isBefore(heading, element)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (element) => {
    headings ??= list();
    const found: PathStep[] = [];
    let level = isHeading(element) ? levelOf(element) : 10;
    for (const heading of headings.slice(0, countBefore(hostOf(element), headings)).reverse()) {
      if (levelOf(heading) >= level) continue;
      level = levelOf(heading);
      const name = (heading.textContent ?? "").slice(0, 1_000).replace(/\s+/g, " ").trim().slice(0, 150) || null;
      found.unshift({ role: "heading", name, level });
      if (level === 1) break;
    }
    return found;
  };
};

/** Runs in the page: returns the states that assistive technology announces for an element. */
export const readStates = (element: Element): string[] => {
  const said = (name: string): string =>
    (Element.prototype.getAttribute.call(element, `aria-${name}`) ?? "").trim().toLowerCase();
  const is = (name: string): boolean => said(name) === "true";
  const matches = (selector: string): boolean => Element.prototype.matches.call(element, selector);
  const checked = said("checked") || String(matches(":checked:not(option)"));
  const states: [string, boolean][] = [
    ["disabled", is("disabled") || matches(":disabled")],
    ["expanded", is("expanded")],
    ["collapsed", said("expanded") === "false"],
    ["checked", checked === "true"],
    ["mixed", checked === "mixed" || said("pressed") === "mixed"],
    ["pressed", is("pressed")],
    ["selected", is("selected")],
    ["current", !["", "false"].includes(said("current"))],
    ["required", is("required") || matches(":required")],
    ["invalid", !["", "false"].includes(said("invalid"))],
    ["readonly", is("readonly") || matches("input[readonly], textarea[readonly]")],
  ];
  return states.flatMap(([name, holds]) => (holds ? [name] : []));
};

/**
 * Runs in the page: returns a function that describes how assistive technology presents an element. Call the function
 * while axe creates its report, because it uses axe's tree.
 */
export const createDescriber = (
  axe: AxeInPage,
  readers: {
    landmarks: (element: Element) => PathStep[];
    headings: (element: Element) => PathStep[];
    states: (element: Element) => string[];
  },
): ((element: Element) => ElementDescription | null) => {
  const describeElement = (element: Element): ElementDescription => {
    const name = axe.commons.text.accessibleText(element).replace(/\s+/g, " ").trim().slice(0, 150);
    const isHidden = !axe.commons.dom.isVisibleToScreenReaders(element);
    return {
      role: axe.commons.aria.getRole(element)?.slice(0, 60) ?? null,
      name: name || null,
      states: [...(isHidden ? ["hidden"] : []), ...readers.states(element)],
      path: [...readers.landmarks(element), ...readers.headings(element)],
    };
  };
  return (element) => {
    try {
      return describeElement(element);
    } catch {
      // axe's tree doesn't include elements that were added while axe was running.
      return null;
    }
  };
};
