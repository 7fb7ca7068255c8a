"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMe } from "@/app/_client/organisations";
import { useTRPC } from "@/app/_client/trpc";
import { Breadcrumbs } from "@/app/_ui/breadcrumbs";
import { FailedPage } from "@/app/_ui/failed-page";
import { Moment } from "@/app/_ui/moment";
import { DocumentTitle, PageHeading } from "@/app/_ui/page-heading";
import { Skeleton } from "@/app/_ui/states";
import { ExternalLink } from "@/app/_ui/text-link";
import { monitors as texts } from "@/messages/texts/monitors";
import { formatResponseTime, formatUptime } from "../_parts/figures";
import { type Monitor, MonitorState } from "../_parts/monitor-state";
import { Windows } from "../_parts/windows";
import { MonitorActions } from "./monitor-actions";
import { ResponseTimes } from "./response-times";
import { CheckTable, IncidentTable } from "./result-tables";

const { detail } = texts;
const refreshMs = 15_000;

export const MonitorPage = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const { may } = useMe();
  const monitor = useQuery(trpc.monitors.get.queryOptions({ id }, { refetchInterval: refreshMs }));
  if (monitor.isError) return <FailedPage error={monitor.error} onRetry={() => monitor.refetch()} />;
  if (!monitor.data) return <Skeleton heights={[44, 120, 320]} />;
  const { name, url } = monitor.data;
  const mayWrite = may("monitors.write");
  return (
    <>
      <DocumentTitle parts={[name, texts.title]} />
      <Breadcrumbs crumbs={[{ href: "/service/monitors", label: texts.title }]} />
      <PageHeading
        lead={<ExternalLink href={url}>{url}</ExternalLink>}
        actions={mayWrite ? <MonitorActions monitor={monitor.data} /> : null}
      >
        {name}
      </PageHeading>
      <div className="flex flex-col gap-10">
        <Facts monitor={monitor.data} />
        <ResponseTimes id={id} />
        <IncidentTable id={id} />
        <Windows monitor_id={id} mayWrite={mayWrite} />
        <CheckTable id={id} />
      </div>
    </>
  );
};

const Facts = ({ monitor }: { monitor: Monitor }) => {
  const { facts } = detail;
  const { certificate_days_left: days, certificate_expires_at, last_checked_at, last_error } = monitor;
  return (
    <section aria-labelledby="now" className="card p-5 sm:p-6">
      <h2 id="now" className="mb-4 text-lg">
        {detail.state}
      </h2>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
        <Fact label={facts.state}>
          <MonitorState monitor={monitor} />
        </Fact>
        <Fact label={facts.day}>{formatUptime(monitor.uptime_24h)}</Fact>
        <Fact label={facts.month}>{formatUptime(monitor.uptime_30d)}</Fact>
        <Fact label={facts.last}>{formatResponseTime(monitor.last_response_ms)}</Fact>
        <Fact label={facts.certificate}>
          {days === null ? detail.noCertificate : detail.certificateDays({ days, isExpired: days < 0 })}
          {certificate_expires_at ? (
            <span className="block text-sm font-normal text-soft">
              <Moment at={certificate_expires_at} />
            </span>
          ) : null}
        </Fact>
      </dl>
      {last_error ? <p className="mt-4 wrap-anywhere font-semibold text-critical">{last_error}</p> : null}
      {last_checked_at ? (
        <p className="mt-4 text-sm text-soft">{detail.checked({ date: () => <Moment at={last_checked_at} /> })}</p>
      ) : null}
    </section>
  );
};

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-soft">{label}</dt>
    <dd className="mt-1 font-semibold tabular-nums">{children}</dd>
  </div>
);
