import type { ReactNode } from "react";
import type { useList } from "@/app/_client/use-list";
import { type Column, DataTable } from "./data-table";
import { LoadMore } from "./load-more";
import { FailedState, Skeleton } from "./states";

type Props<Row> = {
  list: ReturnType<typeof useList<Row>>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  count: (values: { count: number; more: boolean }) => string;
  /** Shown instead of a table if there are no rows. */
  none: ReactNode;
  /** Height of the skeleton, in px. */
  height: number;
};

/** A list as a table, with a "Show more" button. */
export const ListTable = <Row,>({ list, columns, rowKey, count, none, height }: Props<Row>) => {
  const rows = list.data ?? [];
  return (
    <>
      {list.isPending ? <Skeleton heights={[height]} /> : null}
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isSuccess && rows.length === 0 ? none : null}
      {rows.length > 0 ? (
        <DataTable
          caption={count({ count: rows.length, more: list.hasNextPage })}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
        />
      ) : null}
      <LoadMore list={list} />
    </>
  );
};
