/** Runs in the page. Returns the length of an element's visible text. */
export const measureText = (element: Element): number => {
  // biome-ignore lint/performance/useDomNodeTextContent: Text that isn't displayed must not count.
  const lengthOf = ({ innerText }: HTMLElement): number => innerText.replace(/\s+/g, " ").trim().length;
  const isSeen = element.getClientRects().length > 0 || getComputedStyle(element).display === "contents";
  return isSeen && element instanceof HTMLElement ? lengthOf(element) : 0;
};

/**
 * Runs in the page. Returns the largest element that contains the first `h1` (or `h2`) but no landmarks of the page,
 * such as header, footer or navigation. If there is no such heading, starts from the body and repeatedly descends into
 * the child with the most text, until it reaches an element without landmarks. Returns null if the page has a main
 * landmark, if there is no such element, or if the element contains less than half of the text outside landmarks and
 * lists.
 */
export const findMainContent = (sizeOf: typeof measureText): Element | null => {
  const landmarks =
    "header, footer, nav, aside, main, [role=banner], [role=contentinfo], [role=navigation], [role=complementary], [role=main]";
  const listed = "ul, ol, menu, script, style, template, noscript";
  if (document.querySelector("main, [role=main]")) return null;
  const isOfPage = (landmark: Element): boolean =>
    !/^(?:header|footer)$/.test(landmark.localName) ||
    landmark.closest("article, section, main, [role=article], [role=main]") === null;
  const isClear = (element: Element): boolean => ![...element.querySelectorAll(landmarks)].some(isOfPage);
  const lengthOf = (element: Element): number => (element.matches(landmarks) ? 0 : sizeOf(element));

  const around = (heading: Element): Element | null => {
    let found: Element | null = null;
    for (let at = heading.parentElement; at && at !== document.body && isClear(at); at = at.parentElement) found = at;
    return found;
  };
  const within = (): Element | null => {
    let found: Element = document.body;
    while (!isClear(found)) {
      const parts = [...found.children].filter(
        (child) => !child.matches(`${landmarks}, ${listed}`) && lengthOf(child) > 0,
      );
      const [next] = parts.sort((one, other) => lengthOf(other) - lengthOf(one));
      if (!next) return null;
      found = next;
    }
    return found === document.body ? null : found;
  };

  const headings = [...document.querySelectorAll("h1, h2")].filter(
    (each) => each.closest(landmarks) === null && each.getClientRects().length > 0,
  );
  const [heading] = headings.sort((one, other) => one.localName.localeCompare(other.localName));
  const found = heading ? around(heading) : within();
  const parts = [...document.body.querySelectorAll(`${landmarks}, ${listed}`)];
  const outermost = parts.filter((part) => !parts.some((other) => other !== part && other.contains(part)));
  const outside = outermost.filter((part) => !found?.contains(part));
  const all = outside.reduce((length, part) => length - sizeOf(part), sizeOf(document.body));
  return found && sizeOf(found) >= all / 2 ? found : null;
};
