"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { notify } from "@/app/_ui/toasts";
import { monitors } from "@/messages/texts/monitors";
import { NoAccess } from "../../../_parts/no-access";
import { MonitorForm, type MonitorInput } from "../_parts/monitor-form";

const { form: texts } = monitors;

export const NewMonitorPage = () => {
  const { me, may } = useMe();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const add = useMutation(trpc.monitors.add.mutationOptions());
  const send = async (input: MonitorInput) => {
    const { id, name } = await add.mutateAsync(input);
    await queryClient.invalidateQueries(trpc.monitors.list.pathFilter());
    notify(texts.added({ name }));
    router.push(`/service/monitors/${id}`);
  };
  return (
    <div className="max-w-xl">
      <DocumentTitle parts={[texts.newTitle]} />
      <Breadcrumbs crumbs={[{ href: "/service/monitors", label: monitors.title }]} />
      <PageHeading lead={texts.newLead}>{texts.newTitle}</PageHeading>
      {me.data && !may("monitors.write") ? (
        <NoAccess />
      ) : (
        <MonitorForm label={texts.newTitle} submit={texts.submit} isPending={add.isPending} onSend={send} />
      )}
    </div>
  );
};
