"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { searchPerf as texts } from "@/messages/texts/search-perf";
import { NoAccess } from "../../_parts/no-access";
import { Connect } from "./connect";
import { Connection } from "./connection";
import { Performance } from "./performance";
import { useResult } from "./use-result";

export const SearchPage = () => {
  const { me, may } = useMe();
  const result = useResult();
  if (me.isError) return <FailedPage error={me.error} onRetry={() => me.refetch()} />;
  if (!me.data) return <Skeleton heights={[44, 160, 420]} />;
  return (
    <>
      <DocumentTitle parts={[texts.title, me.data.organisation.name]} />
      <PageHeading lead={texts.lead}>{texts.title}</PageHeading>
      {result ? <ResultNotice result={result} /> : null}
      {may("search_perf.read") ? <Parts mayWrite={may("search_perf.write")} /> : <NoAccess />}
    </>
  );
};

/** Has no live region role, because the announcer reads the message out. */
const ResultNotice = ({ result }: { result: keyof typeof texts.results }) => {
  const isGood = result === "connected";
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <p className={`card mb-6 flex items-start gap-3 p-4 font-semibold ${isGood ? "text-passed" : "text-critical"}`}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      {texts.results[result]}
    </p>
  );
};

const Parts = ({ mayWrite }: { mayWrite: boolean }) => {
  const trpc = useTRPC();
  const settings = useQuery(trpc.searchPerf.settings.queryOptions({}));
  if (settings.isError) return <FailedState error={settings.error} onRetry={() => settings.refetch()} />;
  if (!settings.data) return <Skeleton heights={[160, 420]} />;
  const { configured, connected, revoked_at } = settings.data;
  if (!configured)
    return (
      <EmptyState title={texts.off}>
        <p>{texts.offText}</p>
      </EmptyState>
    );
  return (
    <>
      {connected ? (
        <Performance mayChoose={mayWrite} />
      ) : (
        <Connect wasRevoked={revoked_at !== null} mayConnect={mayWrite} />
      )}
      {connected || revoked_at ? <Connection connection={settings.data} mayDisconnect={mayWrite} /> : null}
    </>
  );
};
