"use client";

import { Plus } from "lucide-react";
import { useMe } from "@/app/_client/organisations";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { schedules as texts } from "@/messages/texts/schedules";
import { NoAccess } from "../../_parts/no-access";
import { ScheduleTable } from "./schedule-table";

export const SchedulesPage = () => {
  const { me, may } = useMe();
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 320]} />;
  return (
    <>
      <DocumentTitle parts={[texts.title, me.data.organisation.name]} />
      <PageHeading lead={texts.lead} actions={may("schedules.write") ? <AddLink /> : null}>
        {texts.title}
      </PageHeading>
      {may("scans.read") ? <ScheduleTable mayChange={may("schedules.write")} /> : <NoAccess />}
    </>
  );
};

const AddLink = () => (
  <ButtonLink
    href="/service/schedules/new"
    variant="primary"
    icon={<Plus className="size-5 shrink-0" aria-hidden="true" />}
  >
    {texts.add}
  </ButtonLink>
);
