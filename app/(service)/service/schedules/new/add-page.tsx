"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { FormProblem } from "@/app/_ui/form";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, Skeleton } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { schedules } from "@/messages/texts/schedules";
import { NoAccess } from "../../../_parts/no-access";
import { type Website, WebsitePicker } from "../../../_parts/website-picker";
import { ScheduleForm, type Wanted } from "../_parts/schedule-form";
import { newTiming } from "../_parts/timing";

const { form: texts } = schedules;

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns whether there are websites, and which one is preselected: the one named in the URL, or the only one. */
const useStart = (website_id: string | null) => {
  const trpc = useTRPC();
  const list = useQuery(trpc.websites.list.queryOptions({ limit: 1 }));
  const named = useQuery(trpc.websites.get.queryOptions({ id: website_id ?? "" }, { enabled: website_id !== null }));
  const first = list.data?.items[0];
  const only = list.data?.next_cursor === null ? first : undefined;
  return { list, isReady: list.isSuccess && !named.isLoading, hasAny: !!first, start: named.data ?? only ?? null };
};

export const AddPage = ({ website_id }: { website_id: string | null }) => {
  const { me, may } = useMe();
  const { list, isReady, hasAny, start } = useStart(website_id);
  if (list.isError) return <FailedPage error={list.error} onRetry={() => list.refetch()} />;
  if (!isReady || !me.data) return <Skeleton heights={[44, 60, 420]} />;
  return (
    <div className="max-w-xl">
      <DocumentTitle parts={[texts.addTitle]} />
      <Breadcrumbs crumbs={[{ href: "/service/schedules", label: schedules.title }]} />
      <PageHeading lead={texts.addLead}>{texts.addTitle}</PageHeading>
      {may("schedules.write") ? <Parts hasAny={hasAny} start={start} /> : <NoAccess />}
    </div>
  );
};

const Parts = ({ hasAny, start }: { hasAny: boolean; start: Website | null }) => {
  if (hasAny) return <AddForm start={start} />;
  return (
    <EmptyState
      title={texts.noWebsites}
      action={<ButtonLink href="/accessibility/websites/new">{texts.addWebsite}</ButtonLink>}
    >
      <p>{texts.noWebsitesText}</p>
    </EmptyState>
  );
};

const AddForm = ({ start }: { start: Website | null }) => {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.schedules.add.mutationOptions());
  const [website, setWebsite] = useState(start);
  const [initial] = useState(() => newTiming(ownZone()));

  const send = async ({ timing, max_pages }: Wanted) => {
    if (!website) throw new FormProblem(texts.websiteMissing);
    const options = max_pages === undefined ? {} : { options: { max_pages } };
    const { website_name } = await add.mutateAsync({ website_id: website.id, ...timing, ...options });
    await queryClient.invalidateQueries(trpc.schedules.list.pathFilter());
    notify(texts.added({ name: website_name }));
    router.push("/service/schedules");
  };

  return (
    <ScheduleForm
      label={texts.addTitle}
      submit={schedules.add}
      initial={initial}
      maxPages={undefined}
      isPending={add.isPending}
      onSend={send}
    >
      <WebsitePicker label={texts.website} value={website} onChange={setWebsite} isRequired />
    </ScheduleForm>
  );
};
