import { putIntoShadowRoot, withoutHost } from "@/bench/support/put-into-shadow-root";
import type { PageResult } from "@/server/scanner/contract";
import { longUnless } from "../long";
import { expect, scan, test } from "./scan";
import { soundPage } from "./serve-site";

/** Returns the selectors of the elements that failed a rule, and of those that need review. */
export const found = (page: PageResult | undefined, ruleId: string) => {
  const selectors = (rules: { rule_id: string; nodes: { selector: string }[] }[] = []) =>
    rules.filter(({ rule_id }) => rule_id === ruleId).flatMap(({ nodes }) => nodes.map(({ selector }) => selector));
  return { failed: selectors(page?.axe?.violations), review: selectors(page?.axe?.incomplete) };
};

export interface RuleCase {
  rule: string;
  /** By default, the element with the id "bad" must be reported, and no other. */
  body: string;
  head?: string;
  title?: string;
  lang?: string;
  outcome?: "failed" | "review";
  /** Selectors of the elements that must be reported instead. */
  reported?: string | string[];
}

const pageOf = ({ body, head = "", title, lang = "en" }: RuleCase): string =>
  soundPage(body, head, title).replace('lang="en"', `lang="${lang}"`);

/** Reports whether a case is the first of its rule. `npm test` runs only these cases. */
const isFirst = (cases: readonly RuleCase[], index: number): boolean =>
  cases.findIndex(({ rule }) => rule === cases[index]?.rule) === index;

/** Declares a test for each case: the rule must report the expected elements, and no others. */
export const testCases = (cases: readonly RuleCase[]): void => {
  for (const [index, each] of cases.entries()) {
    const { rule, outcome = "failed", reported = "#bad" } = each;
    test(`${rule} reports the expected elements and no others (${index + 1})${longUnless(isFirst(cases, index))}`, async ({
      engine,
      serve,
    }) => {
      const site = await serve(() => ({ "/": pageOf(each), "*": soundPage("<p>Another page.</p>") }));
      const { byPath } = await scan(engine, site.origin, { max_pages: 1, include_rules: [rule] });
      const nothing = { failed: [], review: [] };
      expect(found(byPath["/"], rule)).toEqual({ ...nothing, [outcome]: [reported].flat() });
    });
  }
};

/** Declares a test for the first case of each rule: the rule must report the same elements in a shadow root. */
export const testCasesInShadowRoots = (cases: readonly RuleCase[]): void => {
  for (const [index, each] of cases.entries()) {
    if (!isFirst(cases, index)) continue;
    const { rule, outcome = "failed", reported = "#bad" } = each;
    test(`${rule} reports the same elements in a shadow root @long`, async ({ engine, serve }) => {
      const page = putIntoShadowRoot(pageOf(each));
      const site = await serve(() => ({ "/": page, "*": soundPage("<p>Another page.</p>") }));
      const { byPath } = await scan(engine, site.origin, { max_pages: 1, include_rules: [rule] });
      const { failed, review } = found(byPath["/"], rule);
      const nothing = { failed: [], review: [] };
      const expected = { ...nothing, [outcome]: [reported].flat() };
      expect({ failed: failed.map(withoutHost), review: review.map(withoutHost) }).toEqual(expected);
    });
  }
};
