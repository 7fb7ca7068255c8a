import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns lines of large, bold text that look like headings above paragraphs but aren't marked up as
 * headings. They fail if several of them appear between the paragraphs of one part of the page, with no real headings
 * among them.
 */
export const findFakeHeadings = ({ textOf, isShown, isBold }: StructureReader): StructureFinding[] => {
  const headings = "h1, h2, h3, h4, h5, h6, [role='heading']";
  const outside = `${headings}, a, button, label, summary, legend, caption, li, dl, table, form, nav, header, footer, figure, blockquote, address, svg, hgroup, time, [role='tab'], [role='button'], [role='dialog'], [role='banner'], [role='listitem'], [aria-hidden='true'], [contenteditable]`;
  const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  /** Returns the innermost element with the same text, whose styles apply to the text. */
  const innermost = (element: Element): Element => {
    const [only, ...others] = element.children;
    return only && others.length === 0 && (element.textContent ?? "").trim() === (only.textContent ?? "").trim()
      ? innermost(only)
      : element;
  };
  const isTitle = (text: string): boolean =>
    text.length >= 3 && text.length <= 80 && /^\p{L}/u.test(text) && !/[.,;:!…"”»]$/.test(text);
  /** Returns the block below, if it is long enough to be a section. */
  const bodyBelow = (element: Element): Element | null => {
    const next = element.nextElementSibling;
    const isBody = next?.matches("p, div, ul, ol") === true && isShown(next) && next.querySelector(headings) === null;
    if (!next || !isBody) return null;
    return textOf(next).length >= 20 && !isBold(next) ? next : null;
  };
  const isHeadingLike = (element: Element): boolean => {
    if (pageTree.closest(element, outside) !== null || !/^(?:block|flow-root)$/.test(getComputedStyle(element).display))
      return false;
    if ((element.textContent ?? "").length > 200 || !isTitle(textOf(element)) || !isBold(element)) return false;
    const body = bodyBelow(element);
    const inner = innermost(element);
    if (body === null || inner.childElementCount > 0 || element.querySelector(headings) !== null) return false;
    const deepest = body.querySelector("p, li") ?? body;
    return sizeOf(inner) >= sizeOf(deepest) * 1.19 && element.getBoundingClientRect().height < sizeOf(inner) * 3.5;
  };
  const kindOf = (element: Element): string => {
    const { fontSize, fontWeight, color, fontFamily } = getComputedStyle(innermost(element));
    return [element.tagName, fontSize, fontWeight, color, fontFamily].join(" ");
  };
  const found = pageTree.findAll("p, div").slice(0, 5_000).filter(isHeadingLike).slice(0, 100);
  const kinds = new Map<string, Element[]>();
  for (const element of found) kinds.set(kindOf(element), [...(kinds.get(kindOf(element)) ?? []), element]);
  return [...kinds.values()].flatMap((alike) => {
    if (alike.length < 2) return [];
    return alike.map((element) => {
      const siblings = alike.filter((other) => other.parentElement === element.parentElement);
      const [first] = siblings;
      const real = [...(element.parentElement?.querySelectorAll(headings) ?? [])].filter(
        (heading) => first && (heading.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) === 0,
      );
      const bodies = siblings.map((sibling) => (sibling.nextElementSibling ? textOf(sibling.nextElementSibling) : ""));
      const least = siblings.length > 2 ? 20 : 80;
      const areSections = bodies.every((body) => body.length >= least && /[.!?。]/.test(body));
      const isSure = siblings.length >= 2 && real.length === 0 && areSections;
      return { rule: "fake-heading" as const, element, outcome: isSure ? false : undefined };
    });
  });
};
