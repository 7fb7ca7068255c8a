"use client";

import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { wholeScore } from "@/app/_client/score";
import { type Column, DataTable } from "@/app/_ui/data-table";
import { FailedState, Skeleton } from "@/app/_ui/states";
import { results } from "@/messages/texts/results";
import { AuditFrame } from "../_parts/audit-frame";
import type { Results } from "../_parts/rank";
import { useResults } from "../_parts/use-results";
import { formatMetric, metrics } from "./format-metric";
import { LighthouseArea } from "./lighthouse-area";

const { otherScores: texts } = results;

export const OtherScoresPage = ({ audit_id }: { audit_id: string }) => (
  <AuditFrame
    audit_id={audit_id}
    section="otherScores"
    words={{ title: results.sections.otherScores, lead: texts.lead }}
  >
    {() => <Body audit_id={audit_id} />}
  </AuditFrame>
);

const Body = ({ audit_id }: { audit_id: string }) => {
  const { data, error, refetch } = useResults(audit_id);
  if (error && !data) return <FailedState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton heights={[400, 400, 400]} />;
  return (
    <div className="flex flex-col gap-10">
      <Area title={texts.speed} score={data.scores.performance} formula={data.formulas.performance}>
        <SpeedTable performance={data.performance} />
      </Area>
      <Area title={texts.seo} score={data.scores.seo} formula={data.formulas.seo}>
        <ChecksTable checks={data.seo.checks} />
      </Area>
      <Area title={texts.quality} score={data.scores.quality} formula={data.formulas.quality}>
        <ChecksTable checks={data.quality.checks} />
      </Area>
      <LighthouseArea results={data} />
    </div>
  );
};

type AreaProps = { title: string; score: number | null; formula: string; children: ReactNode };

const Area = ({ title, score, formula, children }: AreaProps) => {
  const whole = wholeScore(score);
  return (
    <section aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <p className="prose mb-3 mt-1 text-soft">
        {whole === null ? results.overview.notMeasured : texts.score({ score: whole })} {formula}
      </p>
      {children}
    </section>
  );
};

type MetricRow = { metric: (typeof metrics)[number]; value: number | null };

const metricColumns = (): readonly Column<MetricRow>[] => [
  { id: "metric", label: texts.metric, isRowHeader: true, cell: ({ metric }) => texts.metrics[metric] },
  { id: "value", label: texts.value, isNumber: true, cell: ({ metric, value }) => formatMetric(metric, value) },
];

const SpeedTable = ({ performance }: Pick<Results, "performance">) => (
  <DataTable
    caption={texts.speedCaption({ pages: performance.pages_measured })}
    columns={metricColumns()}
    rows={metrics.map((metric) => ({ metric, value: performance.metrics[metric] }))}
    rowKey={({ metric }) => metric}
  />
);

type Check = Results["seo"]["checks"][number];

const looks: Record<Check["outcome"], { icon: LucideIcon; colour: string }> = {
  pass: { icon: CircleCheck, colour: "text-passed" },
  fail: { icon: TriangleAlert, colour: "text-serious" },
  not_measured: { icon: CircleDashed, colour: "text-soft" },
};

const Outcome = ({ outcome }: Check) => {
  const { icon: Icon, colour } = looks[outcome];
  return (
    <span className={`inline-flex items-center gap-2 ${colour}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {texts.outcomes[outcome]}
    </span>
  );
};

const checkColumns = (): readonly Column<Check>[] => [
  {
    id: "check",
    label: texts.check,
    isRowHeader: true,
    cell: ({ title }) => <span className="font-normal">{title}</span>,
  },
  { id: "outcome", label: texts.outcome, cell: Outcome },
  {
    id: "failed",
    label: texts.pagesFailed,
    isNumber: true,
    cell: ({ pages_failed, pages_total }) => texts.ofPages({ failed: pages_failed, total: pages_total }),
  },
];

const ChecksTable = ({ checks }: { checks: readonly Check[] }) => (
  <DataTable
    caption={texts.checksCaption({ count: checks.length })}
    columns={checkColumns()}
    rows={checks}
    rowKey={({ id }) => id}
  />
);
