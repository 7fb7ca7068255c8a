import { View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import { report } from "@/messages/texts/report";
import { palette } from "../palette";
import { CONTENT_WIDTH, styles } from "../theme";
import { TaggedText, TaggedView } from "./tagged";

export type Column<Row> = {
  title: string;
  /** Share of the table's width, 0 to 1. */
  width: number;
  align?: "left" | "right";
  /** Whether the cells of this column are row headers. */
  isRowHeader?: boolean;
  /** Returns the cell's content. `width` is the available width in points. */
  cell: (row: Row, width: number) => ReactNode;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  width?: number;
};

const CELL_PADDING = 5;
const ROW_PADDING = 4;
// Number of rows to keep together at the end, so that a single row is never left alone on the next page.
const LAST_ROWS = 3;
const ROW_PRESENCE = 24;
// Space below a table. A bottom margin that didn't fit would move to the next page and take the header with it.
const SPACE_BELOW = 12;

// Makes lines 12.75 points high, a number that 32-bit floats represent exactly. With other heights, React-PDF finds a
// gap of a millionth of a point between caption and header and allows a page break there.
const headStyle = { ...styles.small, lineHeight: 1.5 };

const HeaderRow = <Row,>({ columns, width }: { columns: readonly Column<Row>[]; width: number }) => (
  <TaggedView structure={{ tag: "THead" }} fixed minPresenceAhead={40}>
    <TaggedView
      structure={{ tag: "TR" }}
      wrap={false}
      style={{ flexDirection: "row", backgroundColor: palette.panel, borderBottomWidth: 1, borderColor: palette.line }}
    >
      {columns.map((column) => (
        <View
          key={column.title}
          style={{ width: column.width * width, paddingVertical: ROW_PADDING, paddingHorizontal: CELL_PADDING }}
        >
          <TaggedText
            structure={{ tag: "TH", scope: "Column" }}
            style={[headStyle, { fontWeight: 600, textAlign: column.align ?? "left" }]}
          >
            {column.title}
          </TaggedText>
        </View>
      ))}
    </TaggedView>
  </TaggedView>
);

const Cell = <Row,>({ column, row, width }: { column: Column<Row>; row: Row; width: number }) => {
  const room = column.width * width;
  const content = column.cell(row, room - 2 * CELL_PADDING);
  const structure = column.isRowHeader ? ({ tag: "TH", scope: "Row" } as const) : ({ tag: "TD" } as const);
  const textAlign = column.align ?? "left";
  return (
    <TaggedView
      structure={structure}
      style={{ width: room, paddingVertical: ROW_PADDING, paddingHorizontal: CELL_PADDING }}
    >
      {typeof content === "string" ? (
        <TaggedText
          structure={{ tag: "P" }}
          style={{ fontSize: 9, lineHeight: 1.45, textAlign, fontFeatureSettings: ["tnum"] }}
        >
          {content}
        </TaggedText>
      ) : (
        content
      )}
    </TaggedView>
  );
};

/** A word in a cell, in bold and red if it reports a failure. */
export const Word = ({ text, isBad }: { text: string; isBad: boolean }) => (
  <TaggedText
    structure={{ tag: "P" }}
    style={{ fontSize: 9, lineHeight: 1.45, ...(isBad ? { fontWeight: 600, color: palette.poor } : {}) }}
  >
    {text}
  </TaggedText>
);

const TablePart = <Row,>({ caption, columns, rows, width = CONTENT_WIDTH }: TableProps<Row>) => (
  <TaggedView structure={{ tag: "Table" }}>
    <TaggedText structure={{ tag: "Caption" }} style={[headStyle, { marginBottom: 4 }]} minPresenceAhead={90}>
      {caption}
    </TaggedText>
    <HeaderRow columns={columns} width={width} />
    <TaggedView structure={{ tag: "TBody" }}>
      {rows.map((row, index) => (
        <TaggedView
          // biome-ignore lint/suspicious/noArrayIndexKey: a printed table never changes
          key={index}
          structure={{ tag: "TR" }}
          wrap={false}
          minPresenceAhead={index < rows.length - 1 && index >= rows.length - LAST_ROWS ? ROW_PRESENCE : 0}
          style={{ flexDirection: "row", borderBottomWidth: 0.5, borderColor: palette.line }}
        >
          {columns.map((column) => (
            <Cell key={column.title} column={column} row={row} width={width} />
          ))}
        </TaggedView>
      ))}
    </TaggedView>
  </TaggedView>
);

// React-PDF calculates positions as 32-bit floats, and refuses to break a box once the positions have become too
// imprecise.
const ROWS_IN_PART = 60;

const splitRows = <Row,>(rows: readonly Row[]): (readonly Row[])[] => {
  const parts: (readonly Row[])[] = [];
  for (let start = 0; start < rows.length; start += ROWS_IN_PART) parts.push(rows.slice(start, start + ROWS_IN_PART));
  return parts;
};

/** A table whose header is repeated on every page and whose rows aren't split. A long table is split into several. */
export const DataTable = <Row,>({ caption, rows, ...table }: TableProps<Row>) => {
  const parts = splitRows(rows);
  return parts.map((part, index) => {
    const first = index * ROWS_IN_PART;
    const range = { from: first + 1, to: first + part.length, total: rows.length };
    return (
      <Fragment key={first}>
        <TablePart
          caption={parts.length > 1 ? report.table.rows({ caption, ...range }) : caption}
          rows={part}
          {...table}
        />
        <View style={{ height: SPACE_BELOW }} />
      </Fragment>
    );
  });
};
