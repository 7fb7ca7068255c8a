import type { AxeInPage, RawNode, RawRule } from "../probe/run-axe";

/**
 * Runs in the page: makes findings of demoted rules need review, and corrects the check of names that don't
 * contain the visible label. axe reports a label that differs from the name only by an abbreviation ("Ave." for
 * "Avenue") or a hyphen, although people who use speech input say the same words. It also counts text that isn't part
 * of the label: text without a size, as of icon fonts, and the items of a nested group.
 */
export const correctAxe = (axe: AxeInPage, demoted: readonly string[]): void => {
  axe.configure({ rules: demoted.map((id) => ({ id, reviewOnFail: true })) });

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

  const nested = '[role="group"], [role="tree"], [role="menu"], [role="listbox"], [role="treeitem"], [role="menuitem"]';
  const isLabel = (text: Node, element: Element): boolean => {
    const parent = text.parentElement;
    if (!parent || !axe.commons.dom.isVisibleOnScreen(parent)) return false;
    const part = parent.closest(nested);
    return Number.parseFloat(getComputedStyle(parent).fontSize) >= 1 && (part === element || !element.contains(part));
  };
  /** Returns the label, with its parts joined and apart; null if all text is part of it, or some is in a shadow root. */
  const labelsOf = (element: Element): string[] | null => {
    if (element.shadowRoot || element.querySelector("slot")) return null;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const parts: string[] = [];
    let isWhole = true;
    while (walker.nextNode() && parts.length < 500) {
      if (isLabel(walker.currentNode, element)) parts.push(walker.currentNode.nodeValue ?? "");
      else isWhole = false;
    }
    return isWhole ? null : [parts.join(""), parts.join(" ")];
  };

  const check = axe._audit.checks["label-content-name-mismatch"];
  if (!check) return;
  const { evaluate } = check;
  check.evaluate = function (element, options, node) {
    const passes = evaluate.call(this, element, options, node);
    if (passes !== false) return passes;
    const said = wordsOf(axe.commons.text.accessibleText(element));
    const labels = labelsOf(element) ?? [axe.commons.text.visibleVirtual(node)];
    return labels.some((label) =>
      isContained(
        wordsOf(label).filter((word) => bare(word) !== ""),
        said,
      ),
    );
  };
};

/**
 * Runs in the page: corrects axe's check of the ARIA attributes that a role allows. If an element has several roles,
 * axe assumes that it has none, although the first role that the browser knows counts.
 */
export const correctAllowedAttributes = (axe: AxeInPage): void => {
  const { aria } = axe.commons;
  const check = axe._audit.checks["aria-allowed-attr"];
  if (!check) return;
  const { evaluate } = check;
  check.evaluate = function (element, options, node) {
    const passes = evaluate.call(this, element, options, node);
    const roles = element.getAttribute("role")?.trim().split(/\s+/) ?? [];
    if (passes !== false || roles.length < 2) return passes;
    const role = aria.getRole(element, { fallback: true });
    const allowed = role === null ? [] : aria.allowedAttr(role);
    return element.getAttributeNames().every((name) => !name.startsWith("aria-") || allowed.includes(name));
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
 * an open modal dialog, may contain anything. A small link doesn't fail if another link to the same URL is large enough
 * (WCAG 2.5.8, the exception for equivalents). If one of our rules also reports an element that axe leaves for review,
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
  const least = 24;
  const elementOf = ({ node: { ancestry } }: RawNode): Element | null => {
    const [only, ...others] = ancestry;
    return typeof only === "string" && others.length === 0 ? document.querySelector(only) : null;
  };
  const isLargeEnough = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width >= least && height >= least && element.checkVisibility({ visibilityProperty: true });
  };
  /** Returns where a link leads; null if only its script knows. */
  const targetOf = (link: HTMLAnchorElement): string | null =>
    /^https?:|^mailto:|^tel:/.test(link.href) && !/^\s*(?:#|$)/.test(link.getAttribute("href") ?? "")
      ? link.href
      : null;
  const createHasEquivalent = (small: readonly RawNode[]): ((node: RawNode) => boolean) => {
    const tooSmall = new Set(small.map(elementOf));
    const links = small.length > 0 ? [...document.querySelectorAll<HTMLAnchorElement>("a[href]")].slice(0, 5_000) : [];
    const large = new Set(links.filter((link) => !tooSmall.has(link) && isLargeEnough(link)).map(targetOf));
    return (node) => {
      const element = elementOf(node);
      const target = element instanceof HTMLAnchorElement ? targetOf(element) : null;
      return target !== null && large.has(target);
    };
  };
  const reported = {
    "aria-prohibited-attr": pathsOf("prohibited-name"),
    "no-autoplay-audio": pathsOf("sound-control"),
  };
  return results.map((rule) => {
    const { id, violations = [], incomplete = [] } = rule;
    if (id === "target-size") {
      const hasEquivalent = createHasEquivalent([...violations, ...incomplete]);
      const isAlone = (node: RawNode) => !hasEquivalent(node);
      return { ...rule, violations: violations.filter(isAlone), incomplete: incomplete.filter(isAlone) };
    }
    if (id === "frame-focusable-content") return { ...rule, violations: violations.filter(isReachable) };
    if (id !== "aria-prohibited-attr" && id !== "no-autoplay-audio") return rule;
    return { ...rule, incomplete: incomplete.filter((node) => !reported[id].has(pathOf(node))) };
  });
};
