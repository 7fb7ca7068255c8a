"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMe } from "@/app/_client/organisations";
import { readProblem } from "@/app/_client/problem";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { Button } from "@/app/_ui/button";
import { CodeSnippet } from "@/app/_ui/code-snippet";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FailedPage } from "@/app/_ui/failed-page";
import { Moment } from "@/app/_ui/moment";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { DeliveryState } from "../../webhook-state";

type Details = Outputs["webhooks"]["delivery"];
type Try = Details["tries"][number];

/** Polls a pending delivery for one minute only, because retries can take hours. */
const again_ms = 1_500;
const maxPolls = 40;

export const DeliveryPage = ({ id, delivery_id }: { id: string; delivery_id: string }) => {
  const trpc = useTRPC();
  const { me, may } = useMe();
  const delivery = useQuery(
    trpc.webhooks.delivery.queryOptions(
      { id, delivery_id },
      {
        refetchInterval: ({ state }) =>
          state.data?.status === "pending" && state.dataUpdateCount < maxPolls && again_ms,
      },
    ),
  );
  const failed = me.isError ? me : delivery.isError ? delivery : null;
  if (failed) return <FailedPage error={failed.error} onRetry={() => failed.refetch()} />;
  if (!me.data || !delivery.data) return <Skeleton heights={[44, 160, 320]} />;
  const { type } = delivery.data;
  return (
    <>
      <DocumentTitle parts={[texts.events[type], texts.title]} />
      <Breadcrumbs
        crumbs={[
          { href: "/service/webhooks", label: texts.title },
          { href: `/service/webhooks/${id}`, label: texts.log },
        ]}
      />
      <PageHeading actions={may("org.write") ? <Redeliver id={id} delivery_id={delivery_id} /> : null}>
        {texts.events[type]}
      </PageHeading>
      <Facts delivery={delivery.data} />
      <Tries tries={delivery.data.tries} />
      <Payload delivery={delivery.data} />
    </>
  );
};

const Redeliver = ({ id, delivery_id }: { id: string; delivery_id: string }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const redeliver = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      onSuccess: async () => {
        await queryClient.resetQueries(trpc.webhooks.delivery.pathFilter());
        await queryClient.invalidateQueries(trpc.webhooks.deliveries.pathFilter());
        notify(texts.sentAgain);
      },
      onError: (error) => notify(texts.failed({ message: readProblem(error).message })),
    }),
  );
  return (
    <Button isPending={redeliver.isPending} onPress={() => redeliver.mutate({ id, delivery_id })}>
      {texts.again}
    </Button>
  );
};

const Facts = ({ delivery: { status, type, event_id, created_at } }: { delivery: Details }) => (
  <dl className="card mb-8 grid gap-x-6 gap-y-3 p-5 sm:grid-cols-[max-content_1fr]">
    <dt className="font-semibold text-soft">{texts.state}</dt>
    <dd>
      <div role="status">
        <DeliveryState status={status} />
        {status === "pending" && type !== "webhook.test" ? <p className="text-soft">{texts.waits}</p> : null}
      </div>
    </dd>
    <dt className="font-semibold text-soft">{texts.event}</dt>
    <dd className="font-mono text-sm leading-6">{type}</dd>
    <dt className="font-semibold text-soft">{texts.eventId}</dt>
    <dd className="font-mono text-sm leading-6 wrap-anywhere">{event_id}</dd>
    <dt className="font-semibold text-soft">{texts.happened}</dt>
    <dd>
      <Moment at={created_at} />
    </dd>
  </dl>
);

const columns = (): readonly Column<Try>[] => [
  { id: "at", label: texts.tryColumns.at, isRowHeader: true, cell: ({ at }) => <Moment at={at} /> },
  { id: "status", label: texts.tryColumns.status, cell: ({ http_status }) => http_status ?? texts.noAnswer },
  {
    id: "took",
    label: texts.tryColumns.took,
    isNumber: true,
    isExtra: true,
    cell: ({ response_ms }) => texts.milliseconds({ count: response_ms }),
  },
  { id: "error", label: texts.tryColumns.error, cell: ({ error }) => error ?? "–" },
  {
    id: "body",
    label: texts.tryColumns.body,
    cell: ({ answer }) =>
      answer ? <code className="line-clamp-6 font-mono text-sm wrap-anywhere">{answer}</code> : "–",
  },
];

const Tries = ({ tries }: { tries: readonly Try[] }) => (
  <section aria-labelledby="tries" className="mb-10">
    <h2 id="tries" className="mb-3 text-lg">
      {texts.tries}
    </h2>
    {tries.length === 0 ? (
      <p className="text-soft">{texts.noTries}</p>
    ) : (
      <DataTable
        caption={texts.triesCount({ count: tries.length })}
        columns={columns()}
        rows={tries.toReversed()}
        rowKey={({ at, response_ms }) => `${at} ${response_ms}`}
      />
    )}
  </section>
);

const Payload = ({ delivery: { payload } }: { delivery: Details }) => {
  const code = JSON.stringify(payload, null, 2);
  return (
    <section aria-labelledby="payload">
      <h2 id="payload" className="mb-3 text-lg">
        {texts.payload}
      </h2>
      <CodeSnippet title="JSON" label={texts.payload} code={code} parts={[{ text: code, highlighted: false }]} />
    </section>
  );
};
