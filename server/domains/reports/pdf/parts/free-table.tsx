import { report } from "@/messages/texts/report";
import { freeRows } from "../model/free-form";
import { shorten } from "../text/break-lines";
import { DataTable } from "./data-table";

const ROWS = 60;

type Props = { caption: string; section: unknown; printed: readonly string[] };

/** Reports whether a section contains anything besides the keys that are printed elsewhere. */
export const hasFreeRows = (section: unknown, printed: readonly string[]): boolean =>
  freeRows(section, printed, 1).length > 0;

/** A table of a free-form section, in the words of the caller who sent it. */
export const FreeTable = ({ caption, section, printed }: Props) => {
  const rows = freeRows(section, printed, ROWS + 1);
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption={rows.length > ROWS ? report.table.cut({ caption, count: ROWS }) : caption}
      rows={rows.slice(0, ROWS)}
      columns={[
        { title: report.table.name, width: 0.45, isRowHeader: true, cell: ({ name }) => shorten(name, 160) },
        { title: report.table.value, width: 0.55, cell: ({ value }) => shorten(value, 240) },
      ]}
    />
  );
};
