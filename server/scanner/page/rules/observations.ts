import type { ObservedRuleId } from "./observed-rules";
import type { Observation, Outcome } from "./own-rule";

export interface Observations {
  /**
   * Returns the observations for a rule. The map is complete when the rule runs, because it is updated as outcomes are
   * recorded.
   */
  observedFor(rule: string): ReadonlyMap<Element, Observation>;
  /** Records an outcome for elements. A pass doesn't replace an earlier outcome. */
  note(rule: ObservedRuleId, elements: Iterable<Element>, outcome: Outcome, detail?: string): void;
  /** Records that the page as a whole passes these rules, unless there is an outcome for one of its elements. */
  notePage(rules: readonly ObservedRuleId[]): void;
  /** Returns the number of elements that pass each of the rules. `isLeftOut` says which elements not to count. */
  countPasses(rules: readonly string[], isLeftOut: (element: Element) => boolean): number[];
  /** Clears the rule's outcomes before the page is observed again. */
  forget(rule: ObservedRuleId): void;
}

/** Runs in the page. */
export const createObservations = (): Observations => {
  const byRule = new Map<string, Map<Element, Observation>>();
  const mapOf = (rule: string): Map<Element, Observation> => {
    const known = byRule.get(rule) ?? new Map<Element, Observation>();
    byRule.set(rule, known);
    return known;
  };
  return {
    observedFor: mapOf,
    notePage: (rules) => {
      for (const rule of rules)
        if (mapOf(rule).size === 0) mapOf(rule).set(document.documentElement, { outcome: true });
    },
    countPasses: (rules, isLeftOut) =>
      rules.map(
        (rule) =>
          [...mapOf(rule)].filter(
            ([element, { outcome }]) => outcome === true && element.isConnected && !isLeftOut(element),
          ).length,
      ),
    forget: (rule) => mapOf(rule).clear(),
    note: (rule, elements, outcome, detail = "") => {
      const observed = mapOf(rule);
      for (const element of elements) {
        const isKept = outcome === true && observed.has(element);
        if (!isKept) observed.set(element, { outcome, detail });
      }
    },
  };
};
