"use client";

import dynamic from "next/dynamic";
import { Moment } from "@/app/_ui/moment";
import { audits } from "@/messages/texts/audits";
import { results } from "@/messages/texts/results";
import { unscannedPages } from "@/messages/texts/unscanned-pages";
import { type Audit, AuditFrame } from "./_parts/audit-frame";
import { Overview, OverviewSkeleton } from "./_parts/overview";
import { PartialNotice } from "./_parts/partial-notice";
import { ScanAgain } from "./_parts/scan-again";
import { useResults } from "./_parts/use-results";

const LiveScan = dynamic(async () => (await import("./_parts/live-scan")).LiveScan);

const titleOf = ({ status, website_name }: Audit): string => {
  if (status === "in_progress") return audits.live.heading({ name: website_name });
  if (status === "failed") return audits.failed.title;
  return status === "cancelled" ? audits.cancelled.title : results.sections.overview;
};

const leadOf = (audit: Audit) => {
  if (audit.status === "in_progress") return audits.live.lead;
  if (audit.status === "failed") return audit.error_message ?? audits.failed.noReason;
  if (audit.status === "cancelled") return audits.cancelled.text({ done: audit.pages_done });
  return (
    <>
      {results.overview.scanned({ pages: audit.pages_done })} · <Moment at={audit.completed_at ?? audit.created_at} />
      {audit.pages_failed > 0 ? ` · ${unscannedPages.total({ pages: audit.pages_failed })}` : null}
    </>
  );
};

/**
 * Shows an audit from start to finish at one URL. Requests the results without waiting to find out whether they exist.
 */
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
  const { depth } = audit.effective_options;
  if (audit.status === "in_progress") return <LiveScan audit={audit} />;
  if (audit.status === "completed")
    return (
      <>
        {audit.partial ? <PartialNotice audit_id={audit.id} partial={audit.partial} /> : null}
        {depth === "full" ? null : <p className="prose mb-6 text-soft">{audits.depth[depth]}</p>}
        <Overview audit_id={audit.id} />
      </>
    );
  return (
    <>
      {audit.status === "failed" ? <p className="prose mb-4 text-soft">{audits.failed.advice}</p> : null}
      <ScanAgain website_id={audit.website_id} />
    </>
  );
};
