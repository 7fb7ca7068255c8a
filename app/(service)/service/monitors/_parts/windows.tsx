"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { monitors } from "@/app/_texts/monitors";
import { Button } from "@/app/_ui/button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { Disclosure } from "@/app/_ui/disclosure";
import { LoadMore } from "@/app/_ui/load-more";
import { Moment } from "@/app/_ui/moment";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { ConfirmDialog } from "../../../_parts/confirm-dialog";
import { AddWindow } from "./add-window";

const { windows: texts } = monitors;

type Window = Outputs["maintenance"]["list"]["items"][number];
type Props = { monitor_id: string | null; mayWrite: boolean };

const columnsFor = ({ monitor_id, mayWrite }: Props): readonly Column<Window>[] => [
  {
    id: "when",
    label: texts.columns.when,
    isRowHeader: true,
    cell: (window) => (
      <>
        <Moment at={window.starts_at} />
        {monitor_id === null ? (
          <p className="text-sm font-normal text-soft wrap-anywhere">{window.monitor_name ?? texts.all}</p>
        ) : null}
      </>
    ),
  },
  { id: "until", label: texts.columns.until, cell: ({ ends_at }) => <Moment at={ends_at} /> },
  {
    id: "reason",
    label: texts.columns.reason,
    isExtra: true,
    cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? "–"}</span>,
  },
  { id: "state", label: texts.columns.state, cell: ({ state }) => texts.states[state] },
  ...(mayWrite
    ? [{ id: "action", label: texts.columns.action, cell: (window: Window) => <RemoveWindow id={window.id} /> }]
    : []),
];

/** The maintenance windows of a monitor, or those of all with the form for one that counts for all. */
export const Windows = ({ monitor_id, mayWrite }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList<Window>({
    queryKey: [...trpc.maintenance.list.pathKey(), monitor_id],
    read: (at) => client.maintenance.list.query({ limit: 10, ...(monitor_id ? { monitor_id } : {}), ...at }),
  });
  const rows = list.data ?? [];
  return (
    <section aria-labelledby="windows">
      <h2 id="windows" className="text-lg">
        {texts.title}
      </h2>
      <p className="mb-3 mt-1 max-w-[68ch] text-soft">{texts.lead}</p>
      {list.isPending ? <Skeleton heights={[60]} /> : null}
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isSuccess && rows.length === 0 ? <p className="text-soft">{texts.none}</p> : null}
      {rows.length > 0 ? (
        <DataTable
          caption={texts.count(rows.length, list.hasNextPage)}
          columns={columnsFor({ monitor_id, mayWrite })}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : null}
      <LoadMore list={list} />
      {mayWrite ? (
        <Disclosure title={texts.add} level={3}>
          <AddWindow monitor_id={monitor_id} />
        </Disclosure>
      ) : null}
    </section>
  );
};

const RemoveWindow = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(
    trpc.maintenance.remove.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        await queryClient.invalidateQueries(trpc.maintenance.pathFilter());
        await queryClient.invalidateQueries(trpc.monitors.pathFilter());
        notify(texts.removed);
      },
    }),
  );
  return (
    <>
      <Button onPress={() => setAsking(true)}>{texts.remove}</Button>
      <ConfirmDialog
        title={texts.removeAsk}
        lead={texts.removeLead}
        yes={texts.remove}
        no={texts.keep}
        isOpen={isAsking}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onYes={() => remove.mutate({ id })}
      />
    </>
  );
};
