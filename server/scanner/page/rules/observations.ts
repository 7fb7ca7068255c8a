import type { ObservedRuleId } from "./observed-rules";
import type { Observation, Outcome } from "./own-rule";

export interface Observations {
  /**
   * Returns the observations for a rule. The map is updated as outcomes are recorded, so it is complete when the rule
   * runs.
   */
  observedFor(rule: string): ReadonlyMap<Element, Observation>;
  /** Records an outcome for elements. A pass doesn't replace an earlier outcome. */
  note(rule: ObservedRuleId, elements: Iterable<Element>, outcome: Outcome, detail?: string): void;
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
