import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns lines that start with bullets or numbers but aren't in a list. Lines with bullets fail;
 * lines with dashes or numbers may be speech, footnotes or figures.
 */
export const findFakeLists = ({ textOf, isShown, findRun }: StructureReader): StructureFinding[] => {
  const least = 3;
  const outside =
    "ul, ol, dl, menu, pre, code, samp, kbd, svg, nav, select, table, [role='list'], [role='listitem'], [role='row'], [contenteditable], [aria-hidden='true']";
  const isOutside = (element: Element): boolean => pageTree.closest(element, outside) !== null || !isShown(element);
  const linesOf = (element: Element): string[] => {
    const lines = [""];
    for (const node of [...element.childNodes].slice(0, 200))
      if (node instanceof HTMLBRElement) lines.push("");
      else lines.push(`${lines.pop() ?? ""}${(node.textContent ?? "").slice(0, 500)}`);
    return lines.map((line) => line.replace(/\s+/g, " ").trim()).filter((line) => line !== "");
  };
  const parentsOf = (elements: readonly Element[]): Set<Element | null> =>
    new Set(elements.map(({ parentElement }) => parentElement));
  const broken = (): StructureFinding[] =>
    [...parentsOf(pageTree.findAll("br + br, br ~ br").slice(0, 1_000))].slice(0, 200).flatMap((element) => {
      const run = element && !isOutside(element) ? findRun(linesOf(element)) : null;
      return element && run ? [{ rule: "fake-list" as const, element, outcome: run.isSure ? false : undefined }] : [];
    });
  /** Reports whether each of the elements is on a line of its own. */
  const isStacked = (elements: readonly Element[]): boolean =>
    elements.every((element, index) => {
      const [box, next] = [element, elements[index + 1]].map((each) => each?.getBoundingClientRect());
      return !box || !next || (next.top >= box.bottom - 2 && Math.abs(next.left - box.left) < 4);
    });
  /** Returns the beginning of an element's text, including a bullet that its styles add. */
  const startOf = (element: Element | undefined): string => {
    if (!element?.matches("p, div")) return "";
    const bullet = /^"([^"\s]) ?"$/.exec(getComputedStyle(element, "::before").content)?.[1] ?? "";
    return `${bullet} ${(element.textContent ?? "").slice(0, 500)}`.replace(/\s+/g, " ").trim();
  };
  const stacked = (): StructureFinding[] =>
    [...parentsOf(pageTree.findAll("p, div").slice(0, 5_000))]
      .filter((parent) => parent !== null && parent.childElementCount >= least)
      .slice(0, 1_000)
      .flatMap((parent) => {
        const children = [...(parent?.children ?? [])]
          .slice(0, 200)
          .filter((child) => !child.matches("br, hr, script, style"));
        const run = findRun(children.map(startOf));
        const items = run ? children.slice(run.index, run.index + least) : [];
        const [first] = items;
        if (!run || !first || items.some(isOutside) || !isStacked(items)) return [];
        if (items.some((item) => textOf(item).length > 300)) return [];
        return [{ rule: "fake-list" as const, element: first, outcome: run.isSure ? false : undefined }];
      });
  return [...broken(), ...stacked()].slice(0, 50);
};
