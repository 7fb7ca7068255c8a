import type { StructureElement } from "../model/structure";
import { PdfString } from "../pdf/values";
import type { CheckContext } from "./context";
import { readAttribute } from "./read-attribute";

const MAX_SPAN = 1_000;
const MAX_HEADERS = 1_000;
/**
 * Maximum number of cells in a table, and of positions that they take up. In a larger table, the cells aren't checked.
 */
const MAX_CELLS = 200_000;

interface Cell {
  element: StructureElement;
  row: number;
  column: number;
  rows: number;
  columns: number;
}

const readSpan = (context: CheckContext, { dict }: StructureElement, key: string): number => {
  const span = readAttribute(context, dict, key);
  return typeof span === "number" && span >= 1 ? Math.min(MAX_SPAN, Math.floor(span)) : 1;
};

const childrenOf = (element: StructureElement): StructureElement[] =>
  element.children.flatMap((child) => (child.type === "NonStruct" ? child.children : [child]));

const rowsOf = (table: StructureElement): StructureElement[] =>
  childrenOf(table).flatMap((child) => {
    if (child.type === "TR") return [child];
    return ["THead", "TBody", "TFoot"].includes(child.type)
      ? childrenOf(child).filter(({ type }) => type === "TR")
      : [];
  });

const cellsOf = (row: StructureElement): StructureElement[] =>
  childrenOf(row).filter(({ type }) => type === "TH" || type === "TD");

interface Layout {
  cells: Cell[];
  width: number;
  /** Maps each occupied position to its cell. */
  grid: Map<number, Cell>;
  fault: "7.2-15" | "7.2-41" | "7.2-42" | "7.2-43" | null;
}

const KEY = 100_000;

class TableLayout implements Layout {
  readonly cells: Cell[] = [];
  readonly grid = new Map<number, Cell>();
  fault: Layout["fault"] = null;
  width = 0;
  /** Number of grid positions that cells take up. */
  size = 0;

  constructor(
    private readonly context: CheckContext,
    private readonly rows: readonly StructureElement[],
  ) {
    for (const [index, row] of rows.entries()) this.addRow(row, index);
    for (const { row, rows: span } of this.cells) if (row + span > rows.length) this.fault ??= "7.2-41";
  }

  private addRow(element: StructureElement, row: number): void {
    let column = 0;
    for (const cell of cellsOf(element)) {
      while (this.grid.has(row * KEY + column)) column += 1;
      const columns = readSpan(this.context, cell, "ColSpan");
      const rows = readSpan(this.context, cell, "RowSpan");
      this.place({ element: cell, row, column, rows, columns });
      column += columns;
    }
    while (this.grid.has(row * KEY + column)) column += 1;
    if (row === 0) this.width = column;
    else if (column > this.width) this.fault ??= "7.2-42";
    else if (column < this.width) this.fault ??= "7.2-43";
  }

  private place(cell: Cell): void {
    this.cells.push(cell);
    const lastRow = Math.min(cell.row + cell.rows, this.rows.length);
    const size = cell.columns * (lastRow - cell.row);
    this.context.file.budget.spend(size);
    this.size += size;
    if (this.size > MAX_CELLS) return;
    for (let row = cell.row; row < lastRow; row += 1)
      for (let column = cell.column; column < cell.column + cell.columns; column += 1) {
        if (this.grid.has(row * KEY + column)) this.fault ??= "7.2-15";
        this.grid.set(row * KEY + column, cell);
      }
  }
}

const checkGroups = ({ report }: CheckContext, table: StructureElement): void => {
  const count = (type: string): number => table.children.filter((child) => child.type === type).length;
  const [heads, bodies, feet] = [count("THead"), count("TBody"), count("TFoot")];
  if (heads > 1) report("7.2-11", table.page);
  if (feet > 1) report("7.2-12", table.page);
  if (feet > 0 && bodies === 0) report("7.2-13", table.page);
  if (heads > 0 && bodies === 0) report("7.2-14", table.page);
};

/** Returns the rows and columns that have a header cell with a scope. */
const readScopes = (context: CheckContext, { cells }: Layout): { rows: Set<number>; columns: Set<number> } => {
  const rows = new Set<number>();
  const columns = new Set<number>();
  for (const cell of cells) {
    if (cell.element.type !== "TH") continue;
    context.file.budget.spend(cell.rows + cell.columns);
    const scope = context.file.name(readAttribute(context, cell.element.dict, "Scope"));
    if (scope === "Row" || scope === "Both")
      for (let row = cell.row; row < cell.row + cell.rows; row += 1) rows.add(row);
    if (scope === "Column" || scope === "Both")
      for (let column = cell.column; column < cell.column + cell.columns; column += 1) columns.add(column);
  }
  return { rows, columns };
};

const checkHeaders = (context: CheckContext, layout: Layout): void => {
  const { file, report } = context;
  const ids = new Set(layout.cells.map(({ element }) => file.text(element.dict.get("ID"))));
  const { rows, columns } = readScopes(context, layout);
  // A table without header cells may be used for layout.
  const hasHeaders = layout.cells.some(({ element }) => element.type === "TH");
  for (const { element, row, column } of layout.cells) {
    if (element.type !== "TD") continue;
    const headers = file
      .list(readAttribute(context, element.dict, "Headers"))
      .slice(0, MAX_HEADERS)
      .map((value) => file.get(value));
    file.budget.spend(headers.length);
    const names = headers.flatMap((value) => (value instanceof PdfString ? [file.textOf(value)] : []));
    if (names.some((name) => !ids.has(name))) report("7.5-2", element.page);
    else if (hasHeaders && names.length === 0 && !rows.has(row) && !columns.has(column)) report("7.5-1", element.page);
  }
};

export const checkTables = (context: CheckContext): void => {
  for (const table of context.structure.elements) {
    if (table.type !== "Table") continue;
    checkGroups(context, table);
    const rows = rowsOf(table);
    const cells = rows.reduce((sum, row) => sum + row.children.length, 0);
    if (rows.length === 0 || cells > MAX_CELLS) continue;
    const layout = new TableLayout(context, rows);
    if (layout.size > MAX_CELLS) continue;
    if (layout.fault) context.report(layout.fault, table.page);
    checkHeaders(context, layout);
  }
};
