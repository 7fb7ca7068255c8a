import type { AxeInPage, RawNode, RawRule } from "../probe/run-axe";

/**
 * Runs in the page: makes findings of axe's experimental rules need review, and corrects one check. axe reports a label
 * that differs from the name only by an abbreviation ("Ave." for "Avenue") or a hyphen, although people who use speech
 * input say the same words.
 */
export const correctAxe = (axe: AxeInPage, experimental: readonly string[]): void => {
  axe.configure({ rules: experimental.map((id) => ({ id, reviewOnFail: true })) });

  const wordsOf = (text: string): string[] =>
    text
      .slice(0, 2_000)
      .toLowerCase()
      .replace(/[-‐‑–'’]/g, "")
      .split(/\s+/)
      .filter(Boolean);
  const bare = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, "");
  const isSpoken = (shown: string, said: string): boolean =>
    bare(shown) === bare(said) || (/^\p{L}{2,}\.$/u.test(shown) && said.startsWith(bare(shown)));
  const isContained = (shown: readonly string[], said: readonly string[]): boolean =>
    said.some((_, start) => shown.every((word, index) => isSpoken(word, said[start + index] ?? "")));

  const check = axe._audit.checks["label-content-name-mismatch"];
  if (!check) return;
  const { evaluate } = check;
  check.evaluate = function (element, options, node) {
    const passes = evaluate.call(this, element, options, node);
    if (passes !== false) return passes;
    const shown = wordsOf(axe.commons.text.visibleVirtual(node)).filter((word) => bare(word) !== "");
    return isContained(shown, wordsOf(axe.commons.text.accessibleText(element)));
  };
};

/**
 * Runs in the page: corrects axe's check of line heights that people can't change, because axe mistakes lines that
 * touch each other for a single line.
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

/**
 * Runs in the page: removes wrong and duplicate results. Frames that can't be reached, because they are inert or behind
 * an open modal dialog, may contain anything. If one of our rules also reports an element that axe leaves for review,
 * only our result is kept.
 */
export const correctResults = (results: RawRule[]): RawRule[] => {
  const isReachable = ({ node: { ancestry } }: RawNode): boolean => {
    const [outermost] = ancestry;
    const frame = typeof outermost === "string" ? document.querySelector(outermost) : null;
    if (frame === null) return true;
    const isBehindDialog = [...document.querySelectorAll(":modal")].some((dialog) => !dialog.contains(frame));
    return !isBehindDialog && frame.closest("[inert]") === null;
  };
  const pathOf = ({ node: { ancestry } }: RawNode): string => ancestry.flat().join(" ");
  const pathsOf = (rule: string): Set<string> => {
    const { violations = [], incomplete = [] } = results.find(({ id }) => id === rule) ?? {};
    return new Set([...violations, ...incomplete].map(pathOf));
  };
  const reported = {
    "aria-prohibited-attr": pathsOf("prohibited-name"),
    "no-autoplay-audio": pathsOf("sound-control"),
  };
  return results.map((rule) => {
    const { id, violations = [], incomplete = [] } = rule;
    if (id === "frame-focusable-content") return { ...rule, violations: violations.filter(isReachable) };
    if (id !== "aria-prohibited-attr" && id !== "no-autoplay-audio") return rule;
    return { ...rule, incomplete: incomplete.filter((node) => !reported[id].has(pathOf(node))) };
  });
};
