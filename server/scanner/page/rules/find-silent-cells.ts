import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns the cells of data tables that contain only a graphic without a text alternative, if the table
 * has at least two different ones, such as ticks and crosses. They need review.
 */
export const findSilentCells = ({ isShown, textOf }: StructureReader): StructureFinding[] => {
  const graphics = "svg, img, i, [class*='icon']";
  const isNamed = (element: Element): boolean =>
    ["alt", "aria-label", "aria-labelledby", "title"].some((name) => (element.getAttribute(name) ?? "").trim() !== "");
  /** Returns the only content of a cell if it is a graphic that screen readers ignore. */
  const silentGraphic = (cell: Element): Element | null => {
    const inside = [cell, ...cell.querySelectorAll("*")].slice(0, 50);
    const graphic = cell.querySelector(graphics);
    const isSilent = (cell.textContent ?? "").trim() === "" && !inside.some(isNamed);
    return graphic && isSilent && cell.querySelector("a, button, input, title") === null && isShown(graphic)
      ? graphic
      : null;
  };
  /** What distinguishes one graphic from another. */
  const lookOf = (graphic: Element): string =>
    [graphic.getAttribute("class"), graphic.getAttribute("src"), graphic.innerHTML.slice(0, 500)].join();
  return pageTree
    .findAll<HTMLTableElement>("table:not([role='presentation'], [role='none'])")
    .slice(0, 20)
    .flatMap((table) => {
      const hasHeaders = [...table.querySelectorAll("th")].some((header) => textOf(header) !== "");
      const cells = hasHeaders ? [...table.querySelectorAll("td")].slice(0, 500) : [];
      const found = cells.flatMap((cell) => {
        const graphic = silentGraphic(cell);
        return graphic ? [{ cell, look: lookOf(graphic) }] : [];
      });
      const isTelling = new Set(found.map(({ look }) => look)).size > 1;
      return isTelling
        ? found.map(({ cell }) => ({ rule: "unlabelled-graphic" as const, element: cell, outcome: undefined }))
        : [];
    });
};
