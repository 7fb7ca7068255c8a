import type { StructureFinding, StructureReader } from "./structure-notes";

/**
 * Runs in the page: returns tables with data but without header cells. They fail if the first row is clearly meant as
 * headers.
 */
export const findPlainTables = ({ textOf, isShown, isBold }: StructureReader): StructureFinding[] => {
  const marked = "th, [scope], [headers], [role='columnheader'], [role='rowheader']";
  const blocks =
    "table, form, input, select, textarea, button, iframe, video, h1, h2, h3, h4, h5, h6, ul, ol, p + p, article, section, nav";
  const isLayout = (table: HTMLTableElement): boolean => {
    const role = table.getAttribute("role");
    const isOther = role !== null && role.trim() !== "" && role !== "table" && role !== "grid";
    return isOther || pageTree.closest(table, "[contenteditable], [aria-hidden='true']") !== null || !isShown(table);
  };
  /** Returns the cells of each row; null if the table isn't a simple grid with short text. */
  const readGrid = (table: HTMLTableElement): HTMLTableCellElement[][] | null => {
    if (table.rows.length < 3 || table.rows.length > 1_000) return null;
    if (table.querySelector(marked) !== null || table.querySelector(blocks) !== null) return null;
    const grid = [...table.rows].slice(0, 30).map((row) => [...row.cells]);
    const columns = grid[0]?.length ?? 0;
    const isEven =
      columns >= 2 && grid.every((row) => row.length === columns && row.every(({ colSpan }) => colSpan === 1));
    if (!isEven) return null;
    const texts = grid.flat().map((cell) => (cell.textContent ?? "").trim());
    const isShort = texts.every(({ length }) => length <= 100);
    return isShort && texts.filter((text) => text !== "").length >= texts.length * 0.75 ? grid : null;
  };
  const isFigure = (cell: HTMLTableCellElement): boolean => {
    const text = (cell.textContent ?? "").trim();
    return text === "" || /^[–—-]$/.test(text) || (/\d/.test(text) && text.length <= 30);
  };
  const backgroundOf = (cell: HTMLTableCellElement): string => {
    const colors = [cell, cell.parentElement, cell.parentElement?.parentElement].map((each) =>
      each ? getComputedStyle(each).backgroundColor : "",
    );
    return colors.find((color) => !["", "rgba(0, 0, 0, 0)", "transparent"].includes(color)) ?? "none";
  };
  const isBoldRow = (row: readonly HTMLTableCellElement[]): boolean =>
    row.every((cell) => textOf(cell) === "" || isBold(cell)) && row.filter((cell) => textOf(cell) !== "").length >= 2;
  const isHeaderRow = ([first = [], ...others]: HTMLTableCellElement[][]): boolean => {
    const ownBackground = backgroundOf(first[0] ?? document.createElement("td"));
    const isColoured =
      ownBackground !== "none" && others.every(([cell]) => cell && backgroundOf(cell) !== ownBackground);
    const isInHead = first[0]?.closest("thead") !== null;
    const isBoldOnly = isBoldRow(first) && !others.some(isBoldRow);
    return isBoldOnly || (isInHead && isColoured);
  };
  return pageTree
    .findAll("table")
    .slice(0, 100)
    .flatMap((table) => {
      const grid = isLayout(table) ? null : readGrid(table);
      const [first = [], ...others] = grid ?? [];
      if (grid === null) return [];
      const columns = first.map((cell, column) => ({ cell, below: others.flatMap((row) => row[column] ?? []) }));
      const figures = columns.filter(({ below }) => below.every(isFigure));
      if (figures.length === 0 && table.caption === null) return [];
      const isSure = isHeaderRow(grid) && figures.some(({ cell }) => !isFigure(cell));
      return [{ rule: "table-headers" as const, element: table, outcome: isSure ? false : undefined }];
    });
};
