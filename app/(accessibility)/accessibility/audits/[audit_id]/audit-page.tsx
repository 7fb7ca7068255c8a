"use client";

import dynamic from "next/dynamic";
import { audits } from "@/app/_texts/audits";
import { results } from "@/app/_texts/results";
import { Moment } from "@/app/_ui/moment";
import { type Audit, AuditFrame } from "./_parts/audit-frame";
import { Overview, OverviewSkeleton } from "./_parts/overview";
import { ScanAgain } from "./_parts/scan-again";
import { useResults } from "./_parts/use-results";

const LiveScan = dynamic(async () => (await import("./_parts/live-scan")).LiveScan);

const titleOf = ({ status, website_name }: Audit): string => {
  if (status === "in_progress") return audits.live.heading(website_name);
  if (status === "failed") return audits.failed.title;
  return status === "cancelled" ? audits.cancelled.title : results.sections.overview;
};

const leadOf = (audit: Audit) => {
  if (audit.status === "in_progress") return audits.live.lead;
  if (audit.status === "failed") return audit.error_message ?? audits.failed.noReason;
  if (audit.status === "cancelled") return audits.cancelled.text(audit.pages_done);
  return (
    <>
      {results.overview.scanned(audit.pages_done)} · <Moment at={audit.completed_at ?? audit.created_at} />
      {audit.pages_failed > 0 ? ` · ${results.overview.failedPages(audit.pages_failed)}` : null}
    </>
  );
};

/** One address for an audit from its start to its results, which are asked for before it is known whether they are due. */
export const AuditPage = ({ audit_id }: { audit_id: string }) => {
  useResults(audit_id);
  return (
    <AuditFrame
      audit_id={audit_id}
      section="overview"
      skeleton={<OverviewSkeleton />}
      words={(audit) => ({ title: titleOf(audit), lead: leadOf(audit) })}
    >
      {(audit) => <Body audit={audit} />}
    </AuditFrame>
  );
};

const Body = ({ audit }: { audit: Audit }) => {
  if (audit.status === "in_progress") return <LiveScan audit={audit} />;
  if (audit.status === "completed") return <Overview audit_id={audit.id} />;
  return (
    <>
      {audit.status === "failed" ? <p className="prose mb-4 text-soft">{audits.failed.advice}</p> : null}
      <ScanAgain website_id={audit.website_id} />
    </>
  );
};
