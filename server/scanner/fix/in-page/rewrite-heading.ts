import type { Rewrite, RewriteTools } from "./rewrite";

/**
 * Runs in the page. Sets a heading's level to one below that of the heading before it, and preserves the heading's
 * appearance.
 */
export const rewriteHeading = (
  heading: Element,
  { levelOfHeading, listHeadings, renameHeading }: RewriteTools,
): Rewrite | null => {
  if (!/^h[1-6]$/.test(heading.localName) || heading.hasAttribute("role")) return null;
  const all = listHeadings();
  const previous = all[all.indexOf(heading) - 1];
  const level = previous ? levelOfHeading(previous) + 1 : 0;
  return level < 2 || level >= levelOfHeading(heading) ? null : renameHeading(heading, level);
};

/**
 * Runs in the page. Turns the first heading of the main content into a level 1 heading and preserves its appearance,
 * but only if it is clearly the page's main heading: its text is part of the page's title, or it is larger than all
 * other headings.
 */
export const rewriteTitle = ({ levelOfHeading, listHeadings, renameHeading }: RewriteTools): Rewrite | null => {
  const elsewhere =
    "nav, aside, footer, dialog, article article, [role=navigation], [role=complementary], [role=contentinfo], [role=dialog]";
  const [LEAST_TEXT, LEAST_DIFFERENCE] = [4, 1.1];
  const wordsOf = (text: string): string =>
    text
      .slice(0, 500)
      .replace(/[\s\p{P}]+/gu, " ")
      .trim()
      .toLowerCase();
  const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  const all = listHeadings();
  if (all.some((each) => levelOfHeading(each) === 1)) return null;
  const main = document.querySelector("main, [role=main]");
  const heading = all.find((each) => each.closest(elsewhere) === null && (!main || main.contains(each)));
  if (!heading || !/^h[2-6]$/.test(heading.localName) || heading.hasAttribute("role")) return null;
  const words = wordsOf(heading.textContent ?? "");
  const isInTitle = words.length >= LEAST_TEXT && wordsOf(document.title).includes(words);
  const isLargest = all.every((each) => each === heading || sizeOf(heading) >= LEAST_DIFFERENCE * sizeOf(each));
  return isInTitle || (isLargest && all.length > 1) ? renameHeading(heading, 1) : null;
};
