import type { AxeInPage } from "../probe/run-axe";

/**
 * Runs in the page: corrects axe's check of names that don't contain the visible label. axe reports a label that
 * differs from the name only by an abbreviation ("Ave." for "Avenue") or a hyphen, although people who use speech input
 * say the same words. It also counts text that isn't part of the label: text without a size, such as that of icon
 * fonts, and the items of a nested group.
 */
export const correctVisibleLabels = (axe: AxeInPage): void => {
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
  /**
   * Returns the label twice: with its parts joined directly, and with spaces between them. Returns null if all of the
   * element's text is part of the label, or if some of it is in a shadow root.
   */
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

  /**
   * Reports whether the visible label is only a badge: a small number in an element of its own. Nobody says this number
   * to activate a button.
   */
  const hasOnlyBadge = (element: Element, labels: readonly string[]): boolean => {
    const hasOwnText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
    return !hasOwnText && labels.every((label) => /^\s*\p{N}{1,3}\+?\s*$/u.test(label));
  };

  const check = axe._audit.checks["label-content-name-mismatch"];
  if (!check) return;
  const { evaluate } = check;
  check.evaluate = function (element, options, node) {
    const passes = evaluate.call(this, element, options, node);
    if (passes !== false) return passes;
    const said = wordsOf(axe.commons.text.accessibleText(element));
    const labels = labelsOf(element) ?? [axe.commons.text.visibleVirtual(node)];
    if (hasOnlyBadge(element, labels)) return true;
    return labels.some((label) =>
      isContained(
        wordsOf(label).filter((word) => bare(word) !== ""),
        said,
      ),
    );
  };
};
