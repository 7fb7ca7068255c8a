import type { PageResult } from "@/server/scanner/contract";

/** Returns the elements that a rule reports on a page, each with the views in which it reports the element. */
export const viewsOf = (page: PageResult | undefined, rule: string): Record<string, readonly string[]> => {
  const rules = [...(page?.axe?.violations ?? []), ...(page?.axe?.incomplete ?? [])];
  const nodes = rules.filter(({ rule_id }) => rule_id === rule).flatMap(({ nodes }) => nodes);
  return Object.fromEntries(nodes.map(({ selector, views }) => [selector, views ?? ["usual"]]));
};
