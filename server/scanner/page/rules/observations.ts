import type { ObservedRuleId } from "./observed-rules";
import type { Observation, Outcome } from "./own-rule";

export interface Observations {
  /** Returns what was observed for a rule, as it will be when the rule runs. */
  observedFor(rule: string): ReadonlyMap<Element, Observation>;
  /** Notes the outcome of elements; one that has failed or needs review keeps that. */
  note(rule: ObservedRuleId, elements: Iterable<Element>, outcome: Outcome, detail?: string): void;
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
    note: (rule, elements, outcome, detail = "") => {
      const observed = mapOf(rule);
      for (const element of elements) {
        const isKept = outcome === true && observed.has(element);
        if (!isKept) observed.set(element, { outcome, detail });
      }
    },
  };
};
