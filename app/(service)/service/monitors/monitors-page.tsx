"use client";

import { Plus } from "lucide-react";
import { useMe } from "@/app/_client/organisations";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { monitors as texts } from "@/messages/texts/monitors";
import { NoAccess } from "../../_parts/no-access";
import { Windows } from "./_parts/windows";
import { MonitorTable } from "./monitor-table";

const AddLink = () => (
  <ButtonLink
    href="/service/monitors/new"
    variant="primary"
    icon={<Plus className="size-5 shrink-0" aria-hidden="true" />}
  >
    {texts.add}
  </ButtonLink>
);

export const MonitorsPage = () => {
  const { me, may } = useMe();
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 320]} />;
  const mayWrite = may("monitors.write");
  return (
    <>
      <DocumentTitle parts={[texts.title, me.data.organisation.name]} />
      <PageHeading lead={texts.lead} actions={mayWrite ? <AddLink /> : null}>
        {texts.title}
      </PageHeading>
      {may("monitors.read") ? (
        <div className="flex flex-col gap-10">
          <MonitorTable addLink={mayWrite ? <AddLink /> : null} />
          <Windows monitor_id={null} mayWrite={mayWrite} />
        </div>
      ) : (
        <NoAccess />
      )}
    </>
  );
};
