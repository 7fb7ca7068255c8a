import { type Engine, secondEngine } from "../engines";
import type { Place } from "./probe/record-places";
import type { AxeFindings, AxeNode, AxeRule } from "./probe/run-axe";
import { engineOf } from "./rule-catalogue";

export interface SecondFindings {
  findings: {
    /**
     * The other engines' rules that look for the barrier. If only the second engine found it, the finding is assigned
     * to the first of these rules.
     */
    rules: readonly string[];
    /** The element's number. */
    element: number;
    /**
     * The element's description; null if the first engine found the same barrier on the element, if the element no
     * longer exists, or if there are too many elements to describe.
     */
    node: AxeNode | null;
  }[];
  places: Place[];
  /** Whether all rules of the second engine ran. */
  isWhole: boolean;
}

const shift = (place: number | null, by: number): number | null => (place === null ? null : place + by);

const keyOf = (rule: string, element: number): string => `${rule} ${element}`;

/** Adds the second engine to the engines of each node that it also reported. */
const nameSecond = (rule: AxeRule, seen: ReadonlySet<string>): AxeRule => {
  const engines: Engine[] = [engineOf(rule.id), secondEngine];
  const name = (node: AxeNode): AxeNode =>
    node.element !== null && !node.isInFrame && seen.has(keyOf(rule.id, node.element)) ? { ...node, engines } : node;
  return { ...rule, violations: rule.violations.map(name), incomplete: rule.incomplete.map(name) };
};

const blankRule = (id: string): AxeRule => ({ id, passed: 0, failed: 0, review: 0, violations: [], incomplete: [] });

/** Returns what only the second engine found, one node for each rule and element. */
const listLone = (found: readonly AxeFindings[], { findings }: SecondFindings): Map<string, AxeNode[]> => {
  const nodes = found.flatMap(({ rules }) =>
    rules.flatMap(({ id, violations, incomplete }) =>
      [...violations, ...incomplete].map(({ element, isInFrame }) => keyOf(id, isInFrame ? -1 : (element ?? -1))),
    ),
  );
  const known = new Set(nodes);
  const lone = new Map<string, AxeNode[]>();
  for (const { rules, element, node } of findings) {
    const [id] = rules;
    if (id === undefined || node === null || rules.some((rule) => known.has(keyOf(rule, element)))) continue;
    known.add(keyOf(id, element));
    lone.set(id, [...(lone.get(id) ?? []), node]);
  }
  return lone;
};

/**
 * Adds the findings from the second engine. If another engine found the same barrier, its finding also lists the second
 * engine. Findings from the second engine alone need review. If the first engine had also reported a text whose
 * contrast has since been measured in screenshots, the text isn't added again, because the second engine's finding then
 * has no node.
 */
export const joinEngines = (found: readonly AxeFindings[], second: SecondFindings): AxeFindings[] => {
  if (second.findings.length === 0) return [...found];
  const seen = new Set(second.findings.flatMap(({ rules, element }) => rules.map((rule) => keyOf(rule, element))));
  const lone = listLone(found, second);
  const joined = found.map((each) => ({ ...each, rules: each.rules.map((rule) => nameSecond(rule, seen)) }));
  const [usual, ...later] = joined;
  if (!usual) return joined;
  const offset = usual.places.length;
  const add = (rule: AxeRule): AxeRule => {
    const nodes = (lone.get(rule.id) ?? []).map(
      (node): AxeNode => ({
        ...node,
        place: shift(node.place, offset),
        engines: [secondEngine],
      }),
    );
    return { ...rule, review: rule.review + nodes.length, incomplete: [...rule.incomplete, ...nodes] };
  };
  const ids = new Set(usual.rules.map(({ id }) => id));
  const further = [...lone.keys()].filter((id) => !ids.has(id)).map(blankRule);
  const places = second.places.map((place) => ({ ...place, parent: shift(place.parent, offset) }));
  return [{ ...usual, rules: [...usual.rules, ...further].map(add), places: [...usual.places, ...places] }, ...later];
};
