import { type Column, DataTable } from "@/app/_ui/data-table";
import { results } from "@/messages/texts/results";
import type { Lighthouse, LighthouseResult } from "@/server/scanner/contract";
import type { Results } from "../_parts/rank";
import { formatMetric } from "./format-metric";

const { otherScores } = results;
const { lighthouse: texts } = otherScores;

/** Lighthouse's results for the start page, if Lighthouse was run. */
export const LighthouseArea = ({ results: { audit, lighthouse } }: { results: Results }) => {
  if (!lighthouse && (!audit.options.lighthouse || audit.status === "in_progress")) return null;
  return (
    <section aria-label={texts.title}>
      <h2 className="text-xl">{texts.title}</h2>
      <p className="prose mb-3 mt-1 text-soft">{leadOf(lighthouse)}</p>
      {lighthouse && "audits" in lighthouse ? <Tables lighthouse={lighthouse} /> : null}
    </section>
  );
};

const leadOf = (lighthouse: Lighthouse | null): string => {
  if (!lighthouse) return texts.missing;
  if ("error" in lighthouse) return texts.failed({ reason: lighthouse.error.message });
  return texts.lead({ version: lighthouse.lighthouse_version, device: lighthouse.device });
};

type Category = keyof LighthouseResult["categories"];
type Metric = keyof LighthouseResult["metrics"];
type Audit = LighthouseResult["audits"][number];

const categories: readonly Category[] = ["performance", "accessibility", "best_practices", "seo"];
const metrics: readonly Metric[] = ["fcp_ms", "lcp_ms", "tbt_ms", "cls", "speed_index_ms", "tti_ms"];
const nameOf = (metric: Metric): string => ({ ...otherScores.metrics, ...texts.metrics })[metric];

const Tables = ({ lighthouse }: { lighthouse: LighthouseResult }) => (
  <div className="flex flex-col gap-6">
    <DataTable
      caption={texts.scoresCaption}
      columns={scoreColumns(lighthouse)}
      rows={categories}
      rowKey={(category) => category}
    />
    <DataTable
      caption={texts.metricsCaption}
      columns={metricColumns(lighthouse)}
      rows={metrics}
      rowKey={(metric) => metric}
    />
    {lighthouse.audits.length > 0 ? (
      <DataTable
        caption={texts.auditsCaption({ count: lighthouse.audits.length })}
        columns={auditColumns()}
        rows={lighthouse.audits}
        rowKey={({ id }) => id}
      />
    ) : null}
  </div>
);

const scoreColumns = (lighthouse: LighthouseResult): Column<Category>[] => [
  { id: "part", label: texts.part, isRowHeader: true, cell: (category) => texts.categories[category] },
  {
    id: "score",
    label: texts.score,
    isNumber: true,
    cell: (category) => lighthouse.categories[category] ?? results.overview.notMeasured,
  },
];

const metricColumns = (lighthouse: LighthouseResult): Column<Metric>[] => [
  { id: "metric", label: otherScores.metric, isRowHeader: true, cell: (metric) => nameOf(metric) },
  {
    id: "value",
    label: otherScores.value,
    isNumber: true,
    cell: (metric) => formatMetric(metric, lighthouse.metrics[metric]),
  },
];

const auditColumns = (): readonly Column<Audit>[] => [
  {
    id: "audit",
    label: texts.audit,
    isRowHeader: true,
    cell: ({ title, description }) => (
      <>
        <span className="block">{title}</span>
        <span className="block text-sm font-normal text-soft">{description}</span>
      </>
    ),
  },
  { id: "part", label: texts.part, cell: ({ category }) => texts.categories[category] },
  { id: "details", label: texts.details, cell: ({ display_value }) => display_value ?? otherScores.outcomes.fail },
];
