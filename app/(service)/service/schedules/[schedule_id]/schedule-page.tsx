"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { schedules } from "@/messages/texts/schedules";
import { describeTiming, type Schedule } from "../_parts/describe-timing";
import { ScheduleActions } from "../_parts/schedule-actions";
import { ScheduleForm, type Wanted } from "../_parts/schedule-form";
import { NextRun, PausedNotice } from "../_parts/schedule-state";
import { readSchedule } from "../_parts/timing";
import { RunTable } from "./run-table";

const { form: texts } = schedules;

export const SchedulePage = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const router = useRouter();
  const { me, may } = useMe();
  const schedule = useQuery(trpc.schedules.get.queryOptions({ id }));
  if (schedule.isError) return <FailedPage error={schedule.error} onRetry={() => schedule.refetch()} />;
  if (!schedule.data || !me.data) return <Skeleton heights={[44, 60, 420]} />;
  const { website_name } = schedule.data;
  const mayChange = may("schedules.write");
  const leave = () => router.push("/service/schedules");
  return (
    <>
      <DocumentTitle parts={[texts.changeTitle({ name: website_name })]} />
      <Breadcrumbs crumbs={[{ href: "/service/schedules", label: schedules.title }]} />
      <PageHeading
        lead={describeTiming(schedule.data)}
        actions={mayChange ? <ScheduleActions schedule={schedule.data} onRemoved={leave} /> : null}
      >
        {texts.changeTitle({ name: website_name })}
      </PageHeading>
      <PausedNotice schedule={schedule.data} />
      <div className="max-w-xl">
        {mayChange ? <ChangeForm schedule={schedule.data} /> : <Facts {...schedule.data} />}
      </div>
      <section aria-labelledby="runs" className="mt-10">
        <h2 id="runs" className="mb-3 text-lg">
          {schedules.runs.title}
        </h2>
        <RunTable schedule={schedule.data} />
      </section>
    </>
  );
};

const Facts = (schedule: Schedule) => (
  <dl className="card grid gap-x-8 gap-y-1 p-5 sm:grid-cols-[auto_1fr]">
    <dt className="text-soft">{texts.zone}</dt>
    <dd className="font-medium">{schedule.time_zone}</dd>
    <dt className="text-soft">{schedules.columns.next}</dt>
    <dd className="font-medium">
      <NextRun schedule={schedule} />
    </dd>
  </dl>
);

const ChangeForm = ({ schedule }: { schedule: Schedule }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(trpc.schedules.change.mutationOptions());
  const { max_pages: before, ...options } = schedule.options;
  const send = async ({ timing, max_pages }: Wanted) => {
    const pages = max_pages === undefined ? {} : { max_pages };
    await change.mutateAsync({ id: schedule.id, ...timing, options: { ...options, ...pages } });
    await queryClient.invalidateQueries(trpc.schedules.pathFilter());
    notify(texts.saved);
  };
  return (
    <ScheduleForm
      label={texts.changeTitle({ name: schedule.website_name })}
      submit={texts.save}
      initial={readSchedule(schedule)}
      maxPages={before}
      isPending={change.isPending}
      onSend={send}
    />
  );
};
