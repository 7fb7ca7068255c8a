import { groupBy } from "@/server/core/group-by";
import type { AxeFindings, AxeNode, AxeRule } from "../probe/run-axe";
import { NUMBERS_PER_DOCUMENT } from "../states/state-findings";

/** The number of a document that is loaded only for another view. Documents of explored states have lower numbers. */
const VIEW_DOCUMENT = 100;

const tagOf = ({ html }: AxeNode): string => /^<[^\s>/]{1,100}/.exec(html)?.[0] ?? "";

/**
 * Properties that two elements in different documents share if they are the same element, most reliable first. Scripts
 * may change an element's attributes or add other elements before it.
 */
const likenesses: readonly ((node: AxeNode) => string | null)[] = [
  ({ selector, html }) => `${selector}\n${html}`,
  ({ html }) => html,
  (node) => `${node.selector}\n${tagOf(node)}`,
  (node) => {
    const { role, name, text, path } = node.signals ?? {};
    return name || text ? [tagOf(node), role, name, text, path].join("\n") : null;
  },
];

/**
 * Pairs the elements that a rule reports in one document with those that it reports in another. Elements with the same
 * properties are paired in the order in which they are listed.
 */
const pairNodes = (known: readonly AxeNode[], later: readonly AxeNode[]): Map<AxeNode, AxeNode> => {
  const pairs = new Map<AxeNode, AxeNode>();
  const taken = new Set<AxeNode>();
  for (const read of likenesses) {
    const free = groupBy(
      known.filter((node) => !taken.has(node)),
      read,
    );
    for (const node of later) {
      const key = pairs.has(node) ? null : read(node);
      const same = key === null ? undefined : free.get(key)?.shift();
      if (!same) continue;
      pairs.set(node, same);
      taken.add(same);
    }
  }
  return pairs;
};

const nodesOf = (rule: AxeRule | undefined): AxeNode[] => (rule ? [...rule.violations, ...rule.incomplete] : []);

/**
 * Reports whether the rule found more elements than are listed, in which case it isn't known which elements are new.
 */
const isCut = (rule: AxeRule | undefined): boolean =>
  rule !== undefined && rule.failed + rule.review > nodesOf(rule).length;

const FIRST_NUMBER = VIEW_DOCUMENT * NUMBERS_PER_DOCUMENT;

/** Returns the number that an element has in the document of another view; null if it isn't in such a document. */
export const numberInView = (element: number | null): number | null =>
  element !== null && element >= FIRST_NUMBER && element < 2 * FIRST_NUMBER ? element - FIRST_NUMBER : null;

/**
 * Gives elements that were found after the page was loaded again the numbers of the same elements in the first
 * document. All other elements get new numbers.
 */
export const matchElements = (usual: AxeFindings, later: AxeFindings): AxeFindings => {
  const known = new Map(usual.rules.map((rule) => [rule.id, rule]));
  let unnumbered = 2 * FIRST_NUMBER;
  const numberOf = ({ element }: AxeNode): number => (element === null ? unnumbered++ : element + FIRST_NUMBER);
  return {
    ...later,
    rules: later.rules.map((rule) => {
      const before = known.get(rule.id);
      const pairs = pairNodes(nodesOf(before), nodesOf(rule));
      const match = (node: AxeNode): AxeNode[] => {
        const same = pairs.get(node);
        if (same) return [{ ...node, element: same.element, isInFrame: same.isInFrame, selector: same.selector }];
        return isCut(before) ? [] : [{ ...node, element: numberOf(node) }];
      };
      return { ...rule, violations: rule.violations.flatMap(match), incomplete: rule.incomplete.flatMap(match) };
    }),
  };
};
