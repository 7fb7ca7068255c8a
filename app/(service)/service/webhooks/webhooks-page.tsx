"use client";

import { useMe } from "@/app/_client/organisations";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { webhooks as texts } from "@/messages/texts/webhooks";
import { NoAccess } from "../../_parts/no-access";
import { AddWebhook } from "./add-webhook";
import { WebhookTable } from "./webhook-table";

export const WebhooksPage = () => {
  const { me, may } = useMe();
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 160, 320]} />;
  return (
    <>
      <DocumentTitle parts={[texts.title, me.data.organisation.name]} />
      <PageHeading lead={texts.lead}>{texts.title}</PageHeading>
      {may("org.read") ? <Parts mayWrite={may("org.write")} /> : <NoAccess />}
    </>
  );
};

const Parts = ({ mayWrite }: { mayWrite: boolean }) => (
  <div className="flex flex-col gap-10">
    <WebhookTable mayWrite={mayWrite} />
    {mayWrite ? (
      <section aria-labelledby="add">
        <h2 id="add" className="mb-3 text-lg">
          {texts.add}
        </h2>
        <AddWebhook />
      </section>
    ) : null}
  </div>
);
