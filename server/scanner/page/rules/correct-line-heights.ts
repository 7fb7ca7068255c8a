import type { AxeInPage } from "../probe/run-axe";

/**
 * Runs in the page: corrects axe's check of line heights that people can't change, because axe treats touching lines as
 * a single line.
 */
export const correctLineHeights = (axe: AxeInPage): void => {
  const least = 1.5;
  const countLines = (element: Element): number => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top / 4));
    return new Set(tops).size;
  };
  const ownText = (element: Element): string =>
    [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "")).join("");
  const isSet = ({ style }: HTMLElement): boolean =>
    style.getPropertyPriority("line-height") === "important" &&
    !/^(?:inherit|unset|revert|revert-layer)$/.test(style.getPropertyValue("line-height"));
  const ratioOf = (element: Element): number => {
    const { lineHeight, fontSize } = getComputedStyle(element);
    return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
  };
  const check = axe._audit.checks["important-line-height"];
  if (!check) return;
  const { evaluate } = check;
  check.evaluate = function (element, options, node) {
    const passes = evaluate.call(this, element, options, node);
    if (passes !== true || !(element instanceof HTMLElement) || !isSet(element)) return passes;
    const ratio = ratioOf(element);
    if (!(ratio < least) || ownText(element).trim() === "" || countLines(element) < 2) return true;
    this.data({ value: ratio, minValue: least });
    return false;
  };
};
