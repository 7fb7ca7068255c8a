import type { AxeInPage } from "../probe/run-axe";

/**
 * Runs in the page: corrects axe's checks of the viewport. Browsers also separate its properties at spaces; axe
 * separates them only at commas and semicolons.
 */
export const correctViewports = (axe: AxeInPage): void => {
  const tokensOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);
  /** As in browsers, a value ends at a space, and a property's name is the first of the words before an equals sign. */
  const propertiesIn = (text: string): string[] => {
    const pieces = text.split("=").map(tokensOf);
    return pieces.slice(1).flatMap(([value], index) => {
      // Every piece except the first starts with the value of the previous property.
      const name = pieces[index]?.[index === 0 ? 0 : 1];
      return name && value ? [`${name}=${value}`] : [];
    });
  };
  for (const id of ["meta-viewport", "meta-viewport-large"]) {
    const check = axe._audit.checks[id];
    if (!check) continue;
    const { evaluate } = check;
    check.evaluate = function (element, options, node) {
      const passes = evaluate.call(this, element, options, node);
      if (passes !== true) return passes;
      const content = (element.getAttribute("content") ?? "").slice(0, 1_000);
      const properties = content.split(/[,;]/).flatMap(propertiesIn).join();
      return evaluate.call(this, element, options, { attr: () => properties });
    };
  }
};
