"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import type { Column } from "@/app/_ui/data-table";
import { Disclosure } from "@/app/_ui/disclosure";
import { ListTable } from "@/app/_ui/list-table";
import { Moment } from "@/app/_ui/moment";
import { notify } from "@/app/_ui/toasts";
import { monitors } from "@/messages/texts/monitors";
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

/**
 * The maintenance windows of one monitor. Without a monitor, lists all windows, and new windows apply to all monitors.
 */
export const Windows = ({ monitor_id, mayWrite }: Props) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList<Window>({
    queryKey: [...trpc.maintenance.list.pathKey(), monitor_id],
    read: (at) => client.maintenance.list.query({ limit: 10, ...(monitor_id ? { monitor_id } : {}), ...at }),
  });
  return (
    <section aria-labelledby="windows">
      <h2 id="windows" className="text-lg">
        {texts.title}
      </h2>
      <p className="mb-3 mt-1 max-w-[68ch] text-soft">{texts.lead}</p>
      <ListTable
        list={list}
        columns={columnsFor({ monitor_id, mayWrite })}
        rowKey={({ id }) => id}
        count={texts.count}
        none={<p className="text-soft">{texts.none}</p>}
        height={60}
      />
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
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  return (
    <ConfirmButton
      label={texts.remove}
      title={texts.removeAsk}
      lead={texts.removeLead}
      yes={texts.remove}
      no={texts.keep}
      run={() => client.maintenance.remove.mutate({ id })}
      onDone={async () => {
        await queryClient.invalidateQueries(trpc.maintenance.pathFilter());
        await queryClient.invalidateQueries(trpc.monitors.pathFilter());
        notify(texts.removed);
      }}
    />
  );
};
