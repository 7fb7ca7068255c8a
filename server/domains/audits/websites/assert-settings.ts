import { type FieldProblem, invalidInput } from "@/server/core/problem";
import { findSelectorFault } from "@/server/scanner/element-selectors";
import { ruleFacts } from "@/server/scanner/rule-facts";
import type { WebsiteSettings } from "./contract";

const findUnknownRules = (ids: readonly string[] = [], path: string): FieldProblem[] =>
  ids.flatMap((id, at) =>
    ruleFacts(id).help === ""
      ? [{ path: `${path}.${at}`, message: `There is no rule “${id}”. GET /api/rules/ lists all rules.` }]
      : [],
  );

const findWrongSelectors = (selectors: readonly string[] = [], path: string): FieldProblem[] =>
  selectors.flatMap((selector, at) => {
    const message = findSelectorFault(selector);
    return message === null ? [] : [{ path: `${path}.${at}`, message: `${selector}: ${message}` }];
  });

type Checked = Pick<WebsiteSettings, "exclude_elements" | "include_rules" | "exclude_rules">;

/**
 * Throws `invalid_input` if settings contain a selector that isn't valid or a rule that doesn't exist. Not part of the
 * schema, because stored settings may contain a rule that no longer exists.
 */
export const assertSettings = (settings: Checked | undefined, path: "settings" | "options"): void => {
  const problems = [
    ...findWrongSelectors(settings?.exclude_elements, `${path}.exclude_elements`),
    ...findUnknownRules(settings?.include_rules, `${path}.include_rules`),
    ...findUnknownRules(settings?.exclude_rules, `${path}.exclude_rules`),
  ];
  if (problems.length > 0) throw invalidInput(problems);
};
