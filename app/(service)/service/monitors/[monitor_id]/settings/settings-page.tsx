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
import { monitors } from "@/messages/texts/monitors";
import { NoAccess } from "../../../../_parts/no-access";
import { MonitorForm, type MonitorInput } from "../../_parts/monitor-form";

const { form: texts } = monitors;

export const SettingsPage = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { me, may } = useMe();
  const monitor = useQuery(trpc.monitors.get.queryOptions({ id }));
  const change = useMutation(trpc.monitors.change.mutationOptions());
  if (monitor.isError) return <FailedPage error={monitor.error} onRetry={() => monitor.refetch()} />;
  if (!monitor.data || !me.data) return <Skeleton heights={[44, 600]} />;
  const { name } = monitor.data;
  const send = async (input: MonitorInput) => {
    const saved = await change.mutateAsync({ id, ...input });
    await queryClient.invalidateQueries(trpc.monitors.pathFilter());
    notify(texts.saved({ name: saved.name }));
    router.push(`/service/monitors/${id}`);
  };
  return (
    <div className="max-w-xl">
      <DocumentTitle parts={[texts.settings, name]} />
      <Breadcrumbs
        crumbs={[
          { href: "/service/monitors", label: monitors.title },
          { href: `/service/monitors/${id}`, label: name },
        ]}
      />
      <PageHeading>{texts.settingsTitle({ name })}</PageHeading>
      {may("monitors.write") ? (
        <MonitorForm
          label={texts.settingsTitle({ name })}
          submit={texts.save}
          monitor={monitor.data}
          isPending={change.isPending}
          onSend={send}
        />
      ) : (
        <NoAccess />
      )}
    </div>
  );
};
