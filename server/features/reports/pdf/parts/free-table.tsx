import { freeRows } from "../model/free-form";
import { shorten } from "../text/break-lines";
import { DataTable } from "./data-table";

const ROWS = 60;

type Props = { caption: string; section: unknown; printed: readonly string[] };

/** Whether a section holds anything beside the keys that are printed elsewhere. */
export const hasFreeRows = (section: unknown, printed: readonly string[]): boolean =>
  freeRows(section, printed, 1).length > 0;

/** A table of what a caller sent in a section of free form, in the caller's words. */
export const FreeTable = ({ caption, section, printed }: Props) => {
  const rows = freeRows(section, printed, ROWS + 1);
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption={rows.length > ROWS ? `${caption}; the first ${ROWS}` : caption}
      rows={rows.slice(0, ROWS)}
      columns={[
        { title: "Name", width: 0.45, isRowHeader: true, cell: ({ name }) => shorten(name, 160) },
        { title: "Value", width: 0.55, cell: ({ value }) => shorten(value, 240) },
      ]}
    />
  );
};
