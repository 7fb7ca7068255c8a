"use client";

import { Plus } from "lucide-react";
import { shortAddress } from "@/app/_client/address";
import { useMe } from "@/app/_client/organisations";
import { scoreRange } from "@/app/_client/score";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { useList } from "@/app/_client/use-list";
import { ButtonLink } from "@/app/_ui/button";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { LoadMore } from "@/app/_ui/load-more";
import { Moment } from "@/app/_ui/moment";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, FailedState, Skeleton } from "@/app/_ui/states";
import { TextLink } from "@/app/_ui/text-link";
import { audits as auditTexts } from "@/messages/texts/audits";
import { websites as texts } from "@/messages/texts/websites";

type Website = Outputs["websites"]["list"]["items"][number];

const LastAudit = ({ latest_audit: audit }: Website) => {
  if (!audit) return <span className="text-soft">{texts.neverAudited}</span>;
  if (audit.queue_position !== null) return <>{auditTexts.live.waitingAt({ place: audit.queue_position })}</>;
  if (audit.status !== "completed") return <>{texts.states[audit.status]}</>;
  return (
    <>
      <Moment at={audit.completed_at ?? audit.created_at} />
      {audit.pages_missing > 0 ? <span className="text-soft"> ({auditTexts.partial.mark})</span> : null}
    </>
  );
};

const columns = (): readonly Column<Website>[] => [
  {
    id: "website",
    label: texts.columns.website,
    isRowHeader: true,
    cell: ({ id, name, url }) => (
      <>
        <TextLink href={`/accessibility/websites/${id}`} className="font-semibold">
          {name}
        </TextLink>
        {shortAddress(url) === name ? null : (
          <p className="wrap-anywhere text-sm font-normal text-soft">{shortAddress(url)}</p>
        )}
      </>
    ),
  },
  {
    id: "score",
    label: texts.columns.score,
    isNumber: true,
    sortBy: ({ latest_audit }) => latest_audit?.score ?? -1,
    cell: ({ latest_audit }) =>
      scoreRange({ accessibility: latest_audit?.score ?? null, accessibility_low: latest_audit?.score_low ?? null }),
  },
  { id: "audit", label: texts.columns.audit, cell: (website) => <LastAudit {...website} /> },
];

export const WebsiteList = () => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const list = useList({
    queryKey: trpc.websites.list.pathKey(),
    read: (at) => client.websites.list.query({ limit: 100, ...at }),
  });
  const { me, may } = useMe();
  const rows = list.data ?? [];
  return (
    <>
      <DocumentTitle parts={[texts.title]} />
      <PageHeading
        actions={
          rows.length > 0 && may("scans.run") ? (
            <ButtonLink
              href="/accessibility/websites/new"
              variant="primary"
              icon={<Plus className="size-5" aria-hidden="true" />}
            >
              {texts.add.title}
            </ButtonLink>
          ) : null
        }
      >
        {texts.title}
      </PageHeading>
      {list.isPending ? <Skeleton heights={[260]} /> : null}
      {list.isError ? <FailedState error={list.error} onRetry={() => list.refetch()} /> : null}
      {list.isSuccess && me.data && rows.length === 0 ? <NoWebsite mayAdd={may("websites.write")} /> : null}
      {rows.length > 0 ? (
        <DataTable
          caption={texts.count({ count: rows.length })}
          columns={columns()}
          rows={rows}
          rowKey={({ id }) => id}
        />
      ) : null}
      <LoadMore list={list} />
    </>
  );
};

const NoWebsite = ({ mayAdd }: { mayAdd: boolean }) =>
  mayAdd ? (
    <EmptyState
      title={texts.emptyTitle}
      action={
        <ButtonLink href="/accessibility/websites/new" variant="primary">
          {texts.add.title}
        </ButtonLink>
      }
    >
      <p>{texts.empty}</p>
    </EmptyState>
  ) : (
    <EmptyState title={texts.emptyTitle}>
      <p>{texts.emptyForReaders}</p>
    </EmptyState>
  );
