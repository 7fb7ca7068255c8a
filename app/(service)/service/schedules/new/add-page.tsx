"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMe } from "@/app/_client/organisations";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { schedules } from "@/app/_texts/schedules";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { FormProblem } from "@/app/_ui/form";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { SelectField } from "@/app/_ui/select-field";
import { EmptyState, Skeleton } from "@/app/_ui/states";
import { notify } from "@/app/_ui/toasts";
import { NoAccess } from "../../../_parts/no-access";
import { ScheduleForm, type Wanted } from "../_parts/schedule-form";
import { newTiming } from "../_parts/timing";

const { form: texts } = schedules;

type Website = Outputs["websites"]["list"]["items"][number];

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The first websites, and the one that the address names, which may be none of them. */
const useWebsites = (website_id: string | null) => {
  const trpc = useTRPC();
  const list = useQuery(trpc.websites.list.queryOptions({ limit: 100 }));
  const named = useQuery(trpc.websites.get.queryOptions({ id: website_id ?? "" }, { enabled: website_id !== null }));
  const isReady = list.isSuccess && !named.isLoading;
  const first = list.data?.items ?? [];
  const isMissing = named.data && !first.some(({ id }) => id === website_id);
  return { list, isReady, items: isMissing ? [named.data, ...first] : first };
};

export const AddPage = ({ website_id }: { website_id: string | null }) => {
  const { me, may } = useMe();
  const { list, isReady, items } = useWebsites(website_id);
  if (list.isError) return <FailedPage error={list.error} onRetry={() => list.refetch()} />;
  if (!isReady || !me.data) return <Skeleton heights={[44, 60, 420]} />;
  return (
    <div className="max-w-xl">
      <DocumentTitle parts={[texts.addTitle]} />
      <Breadcrumbs crumbs={[{ href: "/service/schedules", label: schedules.title }]} />
      <PageHeading lead={texts.addLead}>{texts.addTitle}</PageHeading>
      {may("schedules.write") ? <Parts websites={items} website_id={website_id} /> : <NoAccess />}
    </div>
  );
};

type PartsProps = { websites: readonly Website[]; website_id: string | null };

const Parts = ({ websites, website_id }: PartsProps) => {
  if (websites.length > 0) return <AddForm websites={websites} website_id={website_id} />;
  return (
    <EmptyState
      title={texts.noWebsites}
      action={<ButtonLink href="/accessibility/websites/new">{texts.addWebsite}</ButtonLink>}
    >
      <p>{texts.noWebsitesText}</p>
    </EmptyState>
  );
};

const AddForm = ({ websites, website_id }: PartsProps) => {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.schedules.add.mutationOptions());
  const [only] = websites.length === 1 ? websites : [];
  const [chosen, choose] = useState(websites.find(({ id }) => id === website_id)?.id ?? only?.id ?? null);
  const [initial] = useState(() => newTiming(ownZone()));

  const send = async ({ timing, max_pages }: Wanted) => {
    if (!chosen) throw new FormProblem(texts.websiteMissing);
    const options = max_pages === undefined ? {} : { options: { max_pages } };
    const { website_name } = await add.mutateAsync({ website_id: chosen, ...timing, ...options });
    await queryClient.invalidateQueries(trpc.schedules.list.pathFilter());
    notify(texts.added(website_name));
    router.push("/service/schedules");
  };

  return (
    <ScheduleForm
      label={texts.addTitle}
      submit={texts.addTitle}
      initial={initial}
      maxPages={undefined}
      isPending={add.isPending}
      onSend={send}
    >
      <SelectField
        label={texts.website}
        placeholder={texts.websiteChoose}
        options={websites.map(({ id, name, url }) => ({ id, label: name, hint: url }))}
        value={chosen}
        onChange={choose}
      />
    </ScheduleForm>
  );
};
