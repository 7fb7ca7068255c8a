"use client";

import { useSearchParams } from "next/navigation";
import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { FilterLinks } from "@/app/_ui/filter-links";
import { ListTable } from "@/app/_ui/list-table";
import { Moment } from "@/app/_ui/moment";
import { TextLink } from "@/app/_ui/text-link";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { type Delivery, DeliveryState } from "../webhook-state";

const statuses = ["pending", "delivered", "failed"] as const;

const columnsFor = (id: string): readonly Column<Delivery>[] => [
  {
    id: "event",
    label: texts.deliveryColumns.event,
    isRowHeader: true,
    cell: ({ id: delivery_id, type }) => (
      <TextLink href={`/service/webhooks/${id}/${delivery_id}`}>{texts.events[type]}</TextLink>
    ),
  },
  { id: "when", label: texts.deliveryColumns.when, cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: "state", label: texts.deliveryColumns.state, cell: ({ status }) => <DeliveryState status={status} /> },
  { id: "tries", label: texts.deliveryColumns.tries, isNumber: true, cell: ({ attempts }) => attempts },
  {
    id: "answer",
    label: texts.deliveryColumns.answer,
    isExtra: true,
    cell: ({ http_status, error }) => http_status ?? error ?? "–",
  },
];

/** The filter is kept in the URL, so that it can be shared and survives a reload. */
export const DeliveryTable = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const wanted = useSearchParams().get("status");
  const status = statuses.find((one) => one === wanted);
  const list = useList({
    queryKey: [...trpc.webhooks.deliveries.pathKey(), id, status ?? "all"],
    read: (at) => client.webhooks.deliveries.query({ id, limit: 25, ...(status ? { status } : {}), ...at }),
  });
  const path = `/service/webhooks/${id}`;
  const options = (["all", ...statuses] as const).map((one) => ({
    id: one,
    label: texts.statuses[one],
    href: one === "all" ? path : `${path}?status=${one}`,
  }));
  return (
    <>
      <FilterLinks label={texts.filter} options={options} current={status ?? "all"} />
      <ListTable
        list={list}
        columns={columnsFor(id)}
        rowKey={(row) => row.id}
        count={texts.deliveries}
        none={<p className="text-soft">{texts.noDeliveries}</p>}
        height={240}
      />
    </>
  );
};
