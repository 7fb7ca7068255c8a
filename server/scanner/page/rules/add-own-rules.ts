import type { AxeInPage } from "../probe/run-axe";
import type { Observations } from "./observations";
import type { OwnRule, PageTools } from "./own-rule";

/** Runs in the page: adds our rules to axe, each with a check of the same name. */
export const addOwnRules = (
  axe: AxeInPage,
  rules: readonly OwnRule[],
  observedFor: Observations["observedFor"],
): void => {
  const clean = (text: string): string => text.slice(0, 2_000).replace(/\s+/g, " ").trim().slice(0, 300);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: axe replaces it with the check's data.
  const withDetail = (message: string): string => `${message}${"${data.detail}"}`;
  const tools: Omit<PageTools, "observed" | "words"> = {
    nameOf: (element) => clean(axe.commons.text.accessibleText(element)),
    textOf: (element) => clean(axe.commons.text.visibleVirtual(axe.utils.getNodeFromTree(element))),
    roleOf: (element) => axe.commons.aria.getRole(element),
    contrastOn: (element, colour, opacity) => {
      const { Color, getBackgroundColor, getContrast } = axe.commons.color;
      const background = getBackgroundColor(element, []);
      if (background === null) return null;
      const text = new Color();
      text.parseString(colour);
      text.alpha *= opacity;
      return getContrast(background, text);
    },
  };
  const pageRules = rules.map((rule) => ({
    ...rule,
    inPage: rule.inPage({ ...tools, observed: observedFor(rule.id), words: new Set(rule.words) }),
  }));
  axe.configure({
    checks: pageRules.map(({ id, impact, failure, inPage }) => ({
      id,
      evaluate(this: { data(value: object): void }, element: Element) {
        const detail = inPage.detail?.(element) ?? "";
        this.data({ detail: detail && `: ${detail}` });
        return inPage.passes(element);
      },
      metadata: { impact, messages: { pass: "", fail: withDetail(failure), incomplete: withDetail(failure) } },
    })),
    rules: pageRules.map(({ id, impact, tags, help, description, needsReview, includesHidden, inPage }) => ({
      id,
      impact,
      selector: inPage.selector,
      matches: (element: Element) => inPage.applies?.(element) ?? true,
      any: [id],
      tags,
      reviewOnFail: needsReview,
      excludeHidden: includesHidden !== true,
      metadata: { help, description },
    })),
  });
};
