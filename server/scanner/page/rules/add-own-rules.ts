import type { AxeInPage } from "../probe/run-axe";
import type { Observations } from "./observed-rules";
import type { OwnRule, PageTools } from "./own-rule";

/** Runs in the page: adds our rules to axe, each with a check of the same name. */
export const addOwnRules = (axe: AxeInPage, rules: readonly OwnRule[], observations: Observations): void => {
  const clean = (text: string): string => text.slice(0, 2_000).replace(/\s+/g, " ").trim().slice(0, 300);
  const observed = new Map(Object.entries(observations));
  const tools: Omit<PageTools, "observed" | "words"> = {
    nameOf: (element) => clean(axe.commons.text.accessibleText(element)),
    textOf: (element) => clean(axe.commons.text.visibleVirtual(axe.utils.getNodeFromTree(element))),
    roleOf: (element) => axe.commons.aria.getRole(element),
  };
  const pageRules = rules.map((rule) => ({
    ...rule,
    inPage: rule.inPage({ ...tools, observed: observed.get(rule.id) ?? new Map(), words: new Set(rule.words) }),
  }));
  axe.configure({
    checks: pageRules.map(({ id, impact, failure, inPage }) => ({
      id,
      evaluate: (element: Element) => inPage.passes(element),
      metadata: { impact, messages: { pass: "", fail: failure, incomplete: failure } },
    })),
    rules: pageRules.map(({ id, impact, tags, help, description, needsReview, inPage }) => ({
      id,
      impact,
      selector: inPage.selector,
      matches: (element: Element) => inPage.applies?.(element) ?? true,
      any: [id],
      tags,
      reviewOnFail: needsReview,
      metadata: { help, description },
    })),
  });
};
