"use client";

import { useQueryClient } from "@tanstack/react-query";
import { shortAddress } from "@/app/_client/address";
import { useMe } from "@/app/_client/organisations";
import { type Outputs, useTRPC, useTRPCClient } from "@/app/_client/trpc";
import { ConfirmButton } from "@/app/_ui/confirm-button";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { audits } from "@/messages/texts/audits";
import { unscannedPages } from "@/messages/texts/unscanned-pages";
import { ArrivedPages } from "./arrived-pages";
import { useArrivingPages } from "./use-arriving-pages";
import { type Progress, stageOf, useProgress } from "./use-progress";

const { live: texts } = audits;

type Audit = Outputs["audits"]["get"];

/** A running audit: its progress, the remaining time, pages as they are scanned, and a button to cancel it. */
export const LiveScan = ({ audit }: { audit: Audit }) => {
  const progress = useProgress(audit.website_id, audit.id);
  const finished = (progress?.pages_done ?? audit.pages_done) + (progress?.pages_failed ?? audit.pages_failed);
  const pages = useArrivingPages(audit.id, finished);
  const latest = pages.at(-1);
  return (
    <>
      <section className="card p-5 sm:p-6" aria-label={texts.bar}>
        <Bar audit={audit} progress={progress} />
        <div className="mt-4 flex flex-wrap items-end justify-between gap-4">
          <div className="min-h-12 min-w-0 text-sm text-soft">
            <p className="font-semibold">{texts.latest}</p>
            <p className="wrap-anywhere">{latest ? shortAddress(latest.url) : "–"}</p>
          </div>
          <CancelScan audit={audit} />
        </div>
      </section>
      <ArrivedPages audit_id={audit.id} pages={pages} />
    </>
  );
};

/** Describes the remaining time in seconds, minutes or hours, rounded up. */
const timeLeft = (seconds: number): string => {
  if (seconds < 10) return texts.time.moments;
  if (seconds < 60) return texts.time.seconds({ count: Math.ceil(seconds / 10) * 10 });
  if (seconds < 3_600) return texts.time.minutes({ count: Math.ceil(seconds / 60) });
  return texts.time.hours({ count: Math.ceil(seconds / 3_600) });
};

const Bar = ({ audit, progress }: { audit: Audit; progress: Progress | undefined }) => {
  const finished = progress ? progress.pages_done + progress.pages_failed : 0;
  const hasTotal = progress !== undefined && progress.pages_total > 0;
  const pagesText = hasTotal ? texts.done({ done: finished, total: progress.pages_total }) : "";
  const stage = stageOf(progress ?? audit);
  const left = progress?.eta_seconds == null ? "" : texts.left({ time: timeLeft(progress.eta_seconds) });
  return (
    <ProgressBar label={texts.bar} percent={hasTotal ? progress.percent : null} valueText={pagesText || stage}>
      <div className="flex flex-wrap justify-between gap-x-6 tabular-nums">
        <p>
          <strong className="font-semibold">{stage}</strong>
          {pagesText ? <span className="text-soft"> · {pagesText}</span> : null}
        </p>
        <p className="min-h-6 text-soft">{left}</p>
      </div>
      {progress && progress.pages_failed > 0 ? (
        <p className="text-sm text-soft">{unscannedPages.total({ pages: progress.pages_failed })}</p>
      ) : null}
    </ProgressBar>
  );
};

const CancelScan = ({ audit }: { audit: Audit }) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { may } = useMe();
  if (!may("scans.cancel")) return null;
  return (
    <ConfirmButton
      label={texts.cancel}
      title={texts.cancelAsk({ name: audit.website_name })}
      lead={texts.cancelText}
      yes={texts.cancel}
      no={texts.cancelKeep}
      run={() => client.audits.cancel.mutate({ id: audit.id })}
      onDone={() => queryClient.invalidateQueries(trpc.audits.status.queryFilter({ website_id: audit.website_id }))}
    />
  );
};
