import type { ReachStep } from "../../states";
import type { AxeFindings, AxeNode } from "../probe/run-axe";

/** The numbers of elements in the nth document of a page start at n times this number. */
export const NUMBERS_PER_DOCUMENT = 1_000_000;

/** Returns text that identifies a finding, even after the page has been loaded again. */
const signatureOf = (rule: string, { selector, html }: AxeNode): string => `${rule}\n${selector}\n${html}`;

/**
 * Returns the keys of a finding. Elements with the same number in the same document are the same, except those in a
 * frame, which all have the number of the frame.
 */
const keysOf = (id: string, node: AxeNode, document: number | null): string[] => {
  const signature = signatureOf(id, node);
  return document === null || node.element === null || node.isInFrame
    ? [signature]
    : [signature, `${id} ${document} ${node.element}`];
};

/** Returns only the wanted findings, with `change` applied to each. */
const pick = (
  found: AxeFindings,
  isWanted: (id: string, node: AxeNode) => boolean,
  change: (node: AxeNode) => AxeNode,
): AxeFindings => ({
  ...found,
  rules: found.rules.map((rule) => {
    const take = (nodes: readonly AxeNode[]) => nodes.filter((node) => isWanted(rule.id, node)).map(change);
    const [violations, incomplete] = [take(rule.violations), take(rule.incomplete)];
    return { ...rule, passed: 0, failed: violations.length, review: incomplete.length, violations, incomplete };
  }),
});

/**
 * The elements that rules have already reported on a page and in its states, so that a rule reports each element only
 * once.
 */
export class KnownFindings {
  private readonly known = new Set<string>();

  /**
   * Adds findings. `document` is the number of the document in which they were made; null for the first scan of the
   * page.
   */
  add({ rules }: AxeFindings, document: number | null): void {
    for (const { id, violations, incomplete } of rules)
      for (const node of [...violations, ...incomplete])
        for (const key of keysOf(id, node, document)) this.known.add(key);
  }

  /** Adds findings, and returns those that hadn't been added before, with the steps that lead to them. */
  takeNew(found: AxeFindings, document: number, reach: readonly ReachStep[]): AxeFindings {
    const offset = document * NUMBERS_PER_DOCUMENT;
    const taken = pick(
      found,
      (id, node) => !keysOf(id, node, document).some((key) => this.known.has(key)),
      (node) => ({ ...node, element: node.element === null ? null : node.element + offset, reach }),
    );
    this.add(found, document);
    return taken;
  }

  /** Returns the findings that the first scan of the page didn't report. */
  without(found: AxeFindings): AxeFindings {
    return pick(
      found,
      (id, node) => !this.known.has(signatureOf(id, node)),
      (node) => node,
    );
  }
}

const join = (all: AxeFindings, state: AxeFindings): AxeFindings => {
  const offset = all.places.length;
  const shift = (place: number | null): number | null => (place === null ? null : place + offset);
  const move = (node: AxeNode): AxeNode => ({ ...node, place: shift(node.place) });
  const more = new Map(state.rules.map((rule) => [rule.id, rule]));
  return {
    ...all,
    rules: all.rules.map((rule) => {
      const { failed = 0, review = 0, violations = [], incomplete = [] } = more.get(rule.id) ?? {};
      return {
        ...rule,
        failed: rule.failed + failed,
        review: rule.review + review,
        violations: [...rule.violations, ...violations.map(move)],
        incomplete: [...rule.incomplete, ...incomplete.map(move)],
      };
    }),
    places: [...all.places, ...state.places.map((place) => ({ ...place, parent: shift(place.parent) }))],
  };
};

/** Adds the findings in a page's states to those on the page itself, except for elements already reported there. */
export const joinStates = (found: readonly AxeFindings[], inStates: readonly AxeFindings[]): AxeFindings[] => {
  const [usual, ...later] = found;
  if (!usual) return [...found];
  const known = new KnownFindings();
  for (const each of found) known.add(each, null);
  return [inStates.map((state) => known.without(state)).reduce(join, usual), ...later];
};

/** Returns the ids of the rules that failed. */
export const failingRules = ({ rules }: AxeFindings): string[] =>
  rules.flatMap(({ id, failed }) => (failed > 0 ? [id] : []));

/** Keeps only the failures that were found both times. */
export const keepRepeated = (first: AxeFindings, again: AxeFindings): AxeFindings => {
  const elements = new Map(
    again.rules.map(({ id, violations }) => [id, new Set(violations.map((each) => each.element))]),
  );
  return {
    ...first,
    rules: first.rules.map((rule) => {
      const violations = rule.violations.filter(({ element }) => elements.get(rule.id)?.has(element));
      return { ...rule, failed: violations.length, violations };
    }),
  };
};
