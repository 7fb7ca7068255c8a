import type { RawNode, RawRule } from "./run-axe";

/** Leaves out the elements that the website's settings exclude, and counts what was left out. */
export interface ExcludedElements {
  /** Sets the selectors; without this call, nothing is left out. Throws if the browser doesn't support one of them. */
  excludeElements(selectors: readonly string[]): void;
  /**
   * Returns the number of elements that the selectors match, and the number of findings that were left out because of
   * the selectors.
   */
  countExcluded(): { elements: number; findings: number };
}

/** The functions with which all engines leave out findings on excluded elements. */
export interface Exclusion {
  /** Reports whether one of the selectors matches an element or one of its ancestors, across open shadow roots. */
  isExcluded(element: Element): boolean;
  /** Removes excluded elements from axe's results, which include those of our own rules. */
  leaveOut(results: RawRule[]): RawRule[];
  /** Reports whether to leave out a finding of the second engine on this element. */
  leavesOut(element: Element): boolean;
}

/**
 * Runs in the page. Findings of all engines pass through `leaveOut` or `leavesOut`. The same finding in several views
 * of the page is counted once.
 */
export const createExclusion = (
  findFrame: (path: readonly (string | string[])[]) => Element | null,
): Exclusion & ExcludedElements => {
  const most = 10_000;
  let selector = "";
  let findings = 0;
  const counted = new Map<Element, Set<string>>();

  const count = (element: Element, rule: string): void => {
    const rules = counted.get(element) ?? new Set<string>();
    if (counted.size >= most || rules.has(rule)) return;
    counted.set(element, rules.add(rule));
    findings += 1;
  };
  const isExcluded = (element: Element): boolean => {
    return selector !== "" && pageTree.closest(element, selector) !== null;
  };
  const elementOf = ({ node: { element, ancestry } }: RawNode): Element | null => element ?? findFrame(ancestry);
  const without = (nodes: RawNode[] = [], rule: string | null): RawNode[] =>
    nodes.filter((node) => {
      const element = elementOf(node);
      if (element === null || !isExcluded(element)) return true;
      // For an element in a frame, `element` is the frame; only the path distinguishes the elements inside the frame.
      if (rule !== null) count(element, `${rule} ${node.node.element ? "" : node.node.ancestry.flat().join(" ")}`);
      return false;
    });
  return {
    isExcluded,
    excludeElements: (selectors) => {
      const wanted = selectors.join(", ");
      document.querySelector(wanted);
      selector = wanted;
    },
    leaveOut: (results) =>
      selector === ""
        ? results
        : results.map((result) => ({
            ...result,
            passes: without(result.passes, null),
            violations: without(result.violations, result.id),
            incomplete: without(result.incomplete, result.id),
          })),
    leavesOut: (element) => {
      const isLeftOut = isExcluded(element);
      // If another engine also reported the element, it has already been counted.
      if (isLeftOut && !counted.has(element)) count(element, "second engine");
      return isLeftOut;
    },
    countExcluded: () => {
      const found = selector === "" ? [] : pageTree.listRoots().map((root) => root.querySelectorAll(selector).length);
      return { elements: found.reduce((sum, matches) => sum + matches, 0), findings };
    },
  };
};

/**
 * Runs in the page: returns the outermost frame in a path from axe, which has one part for each frame and one for the
 * element. Returns null if the element isn't in a frame.
 */
export const findFrame = ([outermost, ...inner]: readonly (string | string[])[]): Element | null =>
  outermost === undefined || inner.length === 0 ? null : pageTree.findByPath([outermost]);
