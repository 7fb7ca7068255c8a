import type { Paper, Rewrite } from "./rewrite";

/** Runs in the page. Returns the headings that screen readers announce, in document order. */
export const listHeadings = (): Element[] =>
  [...document.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")].filter(
    (element) => element.closest("[aria-hidden=true]") === null && element.getClientRects().length > 0,
  );

/** Runs in the page. */
export const levelOfHeading = (element: Element): number =>
  Number(element.getAttribute("aria-level") ?? (/^h([1-6])$/.exec(element.localName)?.[1] || 2));

/**
 * Runs in the page. Changes the level of a heading element. Preserves its appearance with a class such as `h6`, which
 * some frameworks define, or with styles.
 */
export const renameHeading = (heading: Element, level: number, paper: Paper): Rewrite => {
  const styled = [
    "font-size",
    "font-weight",
    "line-height",
    "margin-top",
    "margin-bottom",
    "font-family",
    "font-style",
    "letter-spacing",
    "text-transform",
    "text-align",
    "color",
  ];
  const rename = (): HTMLElement => {
    const fresh = paper.create(`h${level}`);
    for (const { name, value } of heading.attributes) fresh.setAttribute(name, value);
    return fresh;
  };
  /** Returns the current values of the styles that would differ in the new heading. */
  const listDifferences = (): [string, string][] => {
    const trial = document.importNode(rename());
    const read = (element: Element): string[] => styled.map((name) => getComputedStyle(element).getPropertyValue(name));
    const old = read(heading);
    heading.before(trial);
    const now = read(trial);
    trial.remove();
    return styled.flatMap((name, at) => (old[at] === now[at] ? [] : [[name, old[at] ?? ""]]));
  };
  const classed = rename();
  classed.classList.add(heading.localName);
  const pinned = rename();
  const differences = listDifferences();
  for (const [name, value] of differences) pinned.style.setProperty(name, value);
  const before = paper.copy(heading).outerHTML;
  const after = differences.length > 0 ? [classed.outerHTML, pinned.outerHTML] : [rename().outerHTML];
  return { element: heading, before, after };
};
