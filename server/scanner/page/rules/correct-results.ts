import type { RawNode, RawRule } from "../probe/run-axe";

/**
 * Runs in the page: removes wrong and duplicate results. A frame that can't be reached, because it is inert or behind
 * an open modal dialog, may have focusable content. A small link doesn't fail if another link to the same URL is large
 * enough (WCAG 2.5.8, the exception for equivalents). If one of our rules also reports an element that axe leaves for
 * review, only our result is kept. Elements that fail or need review at a lower level aren't reported again at level
 * AAA. A skip link without a target isn't also reported as content outside landmarks.
 */
export const correctResults = (results: RawRule[]): RawRule[] => {
  const isReachable = ({ node: { ancestry } }: RawNode): boolean => {
    const frame = pageTree.findByPath(ancestry.slice(0, 1));
    if (frame === null) return true;
    const isBehindDialog = pageTree.findAll(":modal").some((dialog) => !pageTree.contains(dialog, frame));
    return !isBehindDialog && pageTree.closest(frame, "[inert]") === null;
  };
  const pathOf = ({ node: { ancestry } }: RawNode): string => ancestry.flat().join(" ");
  const pathsOf = (rule: string): Set<string> => {
    const { violations = [], incomplete = [] } = results.find(({ id }) => id === rule) ?? {};
    return new Set([...violations, ...incomplete].map(pathOf));
  };
  const least = 24;
  const elementOf = ({ node: { ancestry } }: RawNode): Element | null => pageTree.findByPath(ancestry);
  const isLargeEnough = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= least && height >= least && element.checkVisibility({ visibilityProperty: true });
  };
  /** Returns where a link leads; null if a script determines that. */
  const targetOf = (link: HTMLAnchorElement): string | null =>
    /^https?:|^mailto:|^tel:/.test(link.href) && !/^\s*(?:#|$)/.test(link.getAttribute("href") ?? "")
      ? link.href
      : null;
  const createHasEquivalent = (small: readonly RawNode[]): ((node: RawNode) => boolean) => {
    const tooSmall = new Set(small.map(elementOf));
    const links = small.length > 0 ? pageTree.findAll<HTMLAnchorElement>("a[href]").slice(0, 5_000) : [];
    const large = new Set(links.filter((link) => !tooSmall.has(link) && isLargeEnough(link)).map(targetOf));
    return (node) => {
      const element = elementOf(node);
      const target = element instanceof HTMLAnchorElement ? targetOf(element) : null;
      return target !== null && large.has(target);
    };
  };
  const reported = {
    "aria-prohibited-attr": pathsOf("prohibited-name"),
    "no-autoplay-audio": pathsOf("sound-control"),
    "p-as-heading": pathsOf("fake-heading"),
  };
  /** Removes nodes that another rule already reports for the same barrier. */
  const withoutKnown = (rule: RawRule, other: string): RawRule => {
    const { violations = [], incomplete = [] } = rule;
    const known = pathsOf(other);
    const isNew = (node: RawNode) => !known.has(pathOf(node));
    return { ...rule, violations: violations.filter(isNew), incomplete: incomplete.filter(isNew) };
  };
  return results.map((rule) => {
    const { id, violations = [], incomplete = [] } = rule;
    if (id === "color-contrast-enhanced") return withoutKnown(rule, "color-contrast");
    if (id === "identical-links-same-purpose") return withoutKnown(rule, "ambiguous-link");
    if (id === "region") return withoutKnown(rule, "skip-link");
    if (id === "target-size") {
      const hasEquivalent = createHasEquivalent([...violations, ...incomplete]);
      const isAlone = (node: RawNode) => !hasEquivalent(node);
      return { ...rule, violations: violations.filter(isAlone), incomplete: incomplete.filter(isAlone) };
    }
    if (id === "frame-focusable-content") return { ...rule, violations: violations.filter(isReachable) };
    if (id !== "aria-prohibited-attr" && id !== "no-autoplay-audio" && id !== "p-as-heading") return rule;
    return { ...rule, incomplete: incomplete.filter((node) => !reported[id].has(pathOf(node))) };
  });
};
