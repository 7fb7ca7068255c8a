"use client";

import { useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import type { Column } from "@/app/_ui/data-table";
import { ListTable } from "@/app/_ui/list-table";
import { EmptyState } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { webhookTypes } from "@/server/domains/integrations/webhooks/contract";
import { type Webhook, WebhookState } from "./webhook-state";

const columns = (): readonly Column<Webhook>[] => [
  {
    id: "url",
    label: texts.columns.url,
    isRowHeader: true,
    cell: ({ id, url, description }) => (
      <>
        <TextLink href={`/service/webhooks/${id}`}>{url}</TextLink>
        {description ? <p className="text-sm font-normal text-soft wrap-anywhere">{description}</p> : null}
      </>
    ),
  },
  {
    id: "events",
    label: texts.columns.events,
    cell: ({ events }) =>
      events.length === webhookTypes.length ? texts.allEvents : texts.eventsOf({ count: events.length }),
  },
  { id: "state", label: texts.columns.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
];

export const WebhookTable = ({ mayWrite }: { mayWrite: boolean }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: trpc.webhooks.list.pathKey(),
    read: (at) => client.webhooks.list.query({ limit: 50, ...at }),
  });
  if (list.data?.length === 0)
    return (
      <EmptyState title={texts.none}>
        <p>{mayWrite ? texts.noneText : texts.noneReadOnly}</p>
      </EmptyState>
    );
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks" className="mb-3 text-lg">
        {texts.list}
      </h2>
      <ListTable list={list} columns={columns()} rowKey={({ id }) => id} count={texts.count} none={null} height={120} />
    </section>
  );
};
