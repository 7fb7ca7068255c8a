import { CirclePause, TriangleAlert } from "lucide-react";
import { audits } from "@/messages/texts/audits";
import { schedules as texts } from "@/messages/texts/schedules";
import type { Schedule } from "./describe-timing";
import { ZoneMoment } from "./zone-moment";

type Props = { schedule: Schedule };
type Run = NonNullable<Schedule["last_run"]>;

/** Says when the schedule runs next, or why it won't run. */
export const NextRun = ({ schedule }: Props) => {
  const { next_run_at, time_zone, paused_reason, failures_in_row } = schedule;
  if (next_run_at)
    return (
      <>
        <ZoneMoment at={next_run_at} zone={time_zone} />
        {failures_in_row > 0 ? (
          <p className="text-sm text-soft">{texts.failing({ failures: failures_in_row })}</p>
        ) : null}
      </>
    );
  if (!schedule.paused) return <>{texts.none}</>;
  const Icon = paused_reason ? TriangleAlert : CirclePause;
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${paused_reason ? "text-critical" : ""}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {paused_reason ? texts.pausedBy({ failures: failures_in_row }) : texts.paused}
    </span>
  );
};

/** Says how a run ended, and whether its audit is partial. */
export const describeOutcome = ({ outcome, pages_missing }: Pick<Run, "outcome" | "pages_missing">): string => {
  const status = texts.outcomes[outcome];
  return pages_missing > 0 ? audits.partial.state({ status }) : status;
};

/** The outcome of the latest run, and the time at which the run was due. */
export const LastRun = ({ schedule: { last_run, time_zone } }: Props) => {
  if (!last_run) return <>{texts.never}</>;
  return (
    <>
      {describeOutcome(last_run)}
      <p className="text-sm text-soft">
        <ZoneMoment at={last_run.due_at} zone={time_zone} />
      </p>
    </>
  );
};

/** Says that a schedule is paused, and what to do about it. */
export const PausedNotice = ({ schedule: { paused, paused_reason, failures_in_row } }: Props) => {
  if (!paused) return null;
  const Icon = paused_reason ? TriangleAlert : CirclePause;
  return (
    <section className={`card mb-6 flex items-start gap-3 p-5 ${paused_reason ? "border-2 border-critical" : ""}`}>
      <Icon className={`mt-0.5 size-5 shrink-0 ${paused_reason ? "text-critical" : "text-soft"}`} aria-hidden="true" />
      <div className="prose">
        <h2 className="text-lg">{paused_reason ? texts.pausedBy({ failures: failures_in_row }) : texts.paused}</h2>
        {paused_reason ? <p className="mt-1">{paused_reason}</p> : null}
        <p className="mt-1 text-soft">{paused_reason ? texts.pausedAdvice : texts.pausedByHand}</p>
      </div>
    </section>
  );
};
