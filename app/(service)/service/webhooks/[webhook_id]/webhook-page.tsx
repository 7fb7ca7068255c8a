"use client";

import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { FailedPage } from "@/app/_ui/failed-page";
import { Moment } from "@/app/_ui/moment";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { type Webhook, WebhookState } from "../webhook-state";
import { DeliveryTable } from "./delivery-table";
import { EditWebhook } from "./edit-webhook";
import { WebhookActions } from "./webhook-actions";

export const WebhookPage = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const { me, may } = useMe();
  const webhook = useQuery(trpc.webhooks.get.queryOptions({ id }));
  const failed = me.isError ? me : webhook.isError ? webhook : null;
  if (failed) return <FailedPage error={failed.error} onRetry={() => failed.refetch()} />;
  if (!me.data || !webhook.data) return <Skeleton heights={[44, 120, 420]} />;
  const mayWrite = may("org.write");
  const { url, description } = webhook.data;
  return (
    <>
      <DocumentTitle parts={[new URL(url).host, texts.title]} />
      <Breadcrumbs crumbs={[{ href: "/service/webhooks", label: texts.title }]} />
      <PageHeading
        lead={<span className="wrap-anywhere">{[description, url].filter(Boolean).join(" · ")}</span>}
        actions={mayWrite ? <WebhookActions webhook={webhook.data} /> : null}
      >
        <span className="wrap-anywhere">{new URL(url).host}</span>
      </PageHeading>
      <Condition webhook={webhook.data} />
      <div className="flex flex-col gap-10">
        <section aria-labelledby="log">
          <h2 id="log" className="text-lg">
            {texts.log}
          </h2>
          <p className="mb-4 text-soft">{texts.logLead}</p>
          <DeliveryTable id={id} />
        </section>
        {mayWrite ? (
          <section aria-labelledby="settings">
            <h2 id="settings" className="mb-3 text-lg">
              {texts.edit}
            </h2>
            <EditWebhook key={webhook.data.id} webhook={webhook.data} />
          </section>
        ) : null}
      </div>
    </>
  );
};

const on = (at: string) => () => <Moment at={at} />;

const Condition = ({ webhook }: { webhook: Webhook }) => (
  <div className="card mb-8 flex flex-col gap-2 p-5" role="status">
    <p>
      <WebhookState webhook={webhook} />
    </p>
    {webhook.disabled_reason ? <p className="prose">{texts.disabled[webhook.disabled_reason]}</p> : null}
    {webhook.enabled && webhook.failing_since ? (
      <p className="prose">{texts.failingSince({ date: on(webhook.failing_since) })}</p>
    ) : null}
    {webhook.previous_secret_until ? (
      <p className="text-soft">{texts.oldSecret({ date: on(webhook.previous_secret_until) })}</p>
    ) : null}
  </div>
);
