"use client";

import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { Moment } from "@/app/_ui/moment";
import { ExternalLink } from "@/app/_ui/text-link";
import { billing as texts } from "@/messages/texts/billing";
import { formatMoney } from "./money";

type Transaction = Outputs["billing"]["transactions"]["items"][number];

const nameOf = ({ kind, number }: Transaction): string =>
  number ? `${texts.kinds[kind]} ${number}` : texts.kinds[kind];

const stateOf = ({ kind, status }: Transaction): string =>
  kind === "refund" && status === "failed" ? texts.refundFailed : texts.states[status];

const columns = (): readonly Column<Transaction>[] => [
  {
    id: "what",
    label: texts.columns.what,
    isRowHeader: true,
    cell: (row) => <span className="wrap-anywhere font-semibold">{nameOf(row)}</span>,
  },
  {
    id: "status",
    label: texts.columns.status,
    cell: stateOf,
  },
  { id: "when", label: texts.columns.when, cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
  {
    id: "amount",
    label: texts.columns.amount,
    isNumber: true,
    cell: ({ amount, currency }) => formatMoney(amount, currency),
  },
  {
    id: "open",
    label: texts.columns.open,
    cell: (row) =>
      row.url ? <ExternalLink href={row.url}>{texts.openName({ name: nameOf(row) })}</ExternalLink> : "–",
  },
];

export const TransactionTable = () => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: trpc.billing.transactions.pathKey(),
    read: (at) => client.billing.transactions.query({ limit: 25, ...at }),
  });
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className="mb-3 text-lg">
        {texts.invoices}
      </h2>
      <ListTable
        list={list}
        columns={columns()}
        rowKey={({ id }) => id}
        count={texts.count}
        none={<p className="text-soft">{texts.noInvoices}</p>}
        height={160}
      />
    </section>
  );
};
