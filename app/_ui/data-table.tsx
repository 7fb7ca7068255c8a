// biome-ignore-all lint/a11y/noRedundantRoles: displayed as blocks on phones, cells would lose their implicit roles
"use client";

import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";

type Direction = "ascending" | "descending";
type Sort = { column: string; direction: Direction };

export type Column<Row> = {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  isRowHeader?: boolean;
  isNumber?: boolean;
  /**
   * Hidden on medium-sized screens, which are too narrow for all columns. Shown on phones, where each row is a card.
   */
  isExtra?: boolean;
  /** Makes the column sortable, largest values first. Requires all rows to be loaded. */
  sortBy?: (row: Row) => number;
};

type Props<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

const sortRows = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] => {
  const sortBy = columns.find(({ id }) => id === sort?.column)?.sortBy;
  if (!sort || !sortBy) return rows;
  const sign = sort.direction === "ascending" ? 1 : -1;
  return rows.toSorted((one, other) => sign * (sortBy(one) - sortBy(other)));
};

/** A table with a caption and sort state; below 640 px, each row is a card whose cells include their column's name. */
export const DataTable = <Row,>({ caption, columns, rows, rowKey }: Props<Row>) => {
  const [sort, setSort] = useState<Sort | null>(null);
  return (
    <table role="table" className="data-table card">
      <caption className="p-3 text-start text-sm text-soft sm:px-0">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onSort={setSort} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {sortRows(rows, columns, sort).map((row) => (
          <tr role="row" key={rowKey(row)}>
            {columns.map((column) => (
              <BodyCell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const classesOf = <Row,>({ isNumber, isExtra }: Column<Row>, ifNumber: string): string =>
  [isNumber ? ifNumber : "", isExtra ? "sm:max-lg:hidden" : ""].join(" ").trim();

const BodyCell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const content = column.cell(row);
  const className = classesOf(column, "tabular-nums sm:text-end");
  if (column.isRowHeader)
    return (
      <th role="rowheader" scope="row" className={className}>
        {content}
      </th>
    );
  return (
    <td role="cell" className={className}>
      <span className="min-w-1/4 max-w-1/2 shrink-0 font-semibold text-soft sm:hidden" aria-hidden="true">
        {column.label}
      </span>
      <div className="min-w-0">{content}</div>
    </td>
  );
};

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | null; onSort: (sort: Sort) => void };

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

const HeaderCell = <Row,>({ column, sort, onSort }: HeaderProps<Row>) => {
  const state = sort?.column === column.id ? sort.direction : "none";
  const Icon = icons[state];
  const className = classesOf(column, "text-end");
  if (!column.sortBy)
    return (
      <th role="columnheader" scope="col" className={className}>
        {column.label}
      </th>
    );
  return (
    <th role="columnheader" scope="col" aria-sort={state} className={className}>
      <Button
        onPress={() => onSort({ column: column.id, direction: state === "descending" ? "ascending" : "descending" })}
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-md font-semibold"
      >
        {column.label}
        <Icon className="size-4" aria-hidden="true" />
      </Button>
    </th>
  );
};
