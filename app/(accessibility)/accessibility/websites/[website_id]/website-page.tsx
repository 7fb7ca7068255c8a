"use client";

import { useQuery } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { shortAddress } from "@/app/_client/address";
import { useMe } from "@/app/_client/organisations";
import { type Outputs, useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { ButtonLink } from "@/app/_ui/button";
import { FailedPage } from "@/app/_ui/failed-page";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { EmptyState, Skeleton } from "@/app/_ui/states";
import { audits as texts } from "@/messages/texts/audits";
import { websites } from "@/messages/texts/websites";
import { Overview, OverviewSkeleton } from "../../audits/[audit_id]/_parts/overview";
import { ScanAgain } from "../../audits/[audit_id]/_parts/scan-again";
import { AuditHistory, type AuditStatus, statusOf } from "./_parts/audit-history";
import { RunningNotice } from "./_parts/running-notice";
import { Trend } from "./_parts/trend";

type Website = Outputs["websites"]["get"];
type Audit = Outputs["audits"]["list"]["items"][number];

/** A website's newest audit that has results, followed by all the website's audits. */
export const WebsitePage = ({ website_id, status }: { website_id: string; status: string | undefined }) => {
  const trpc = useTRPC();
  const website = useQuery(trpc.websites.get.queryOptions({ id: website_id }));
  const list = useQuery(trpc.audits.list.queryOptions({ website_id, limit: 100 }));
  if (website.isError) return <FailedPage error={website.error} onRetry={() => website.refetch()} />;
  if (list.isError) return <FailedPage error={list.error} onRetry={() => list.refetch()} />;
  if (!website.data || !list.data)
    return (
      <>
        <Skeleton heights={[44, 80]} />
        <div className="mt-6">
          <OverviewSkeleton />
        </div>
      </>
    );
  return <Loaded website={website.data} audits={list.data.items} status={statusOf(status)} />;
};

type Props = { website: Website; audits: readonly Audit[]; status: AuditStatus | undefined };

const Loaded = ({ website, audits, status }: Props) => {
  const { may } = useMe();
  const running = audits.find(({ status }) => status === "in_progress");
  const completed = audits.find(({ status }) => status === "completed");
  return (
    <>
      <DocumentTitle parts={[website.name]} />
      <Breadcrumbs crumbs={[{ href: "/accessibility", label: websites.title }]} />
      <PageHeading
        lead={
          <a href={website.url} className="link inline-flex min-h-11 items-center wrap-anywhere" rel="noreferrer">
            {shortAddress(website.url)}
          </a>
        }
        actions={
          <>
            {may("websites.write") ? (
              <ButtonLink
                href={`/accessibility/websites/${website.id}/settings`}
                icon={<Settings className="size-5 shrink-0" aria-hidden="true" />}
              >
                {websites.settings.open}
              </ButtonLink>
            ) : null}
            {running || audits.length === 0 ? null : <ScanAgain website_id={website.id} />}
          </>
        }
      >
        {website.name}
      </PageHeading>
      {running ? <RunningNotice audit={running} /> : null}
      {audits.length === 0 ? (
        <EmptyState title={texts.neverTitle} action={<ScanAgain website_id={website.id} label={texts.start} />}>
          <p>{texts.never}</p>
        </EmptyState>
      ) : null}
      {completed ? <Overview audit_id={completed.id} /> : null}
      {completed ? <Trend website_id={website.id} /> : null}
      {audits.length > 0 ? <AuditHistory website_id={website.id} status={status} /> : null}
    </>
  );
};
