import { View } from "@react-pdf/renderer";
import { report } from "@/messages/texts/report";
import { reportScores } from "@/messages/texts/report-scores";
import { results } from "@/messages/texts/results";
import type { ReportMetrics, ReportPerformance } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { Address, NotMeasured, Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { FreeTable, hasFreeRows } from "../parts/free-table";
import { shorten } from "../text/break-lines";
import {
  formatBytes,
  formatNumber,
  formatScore,
  formatSeconds,
  formatShift,
  pathWithin,
  withFigures,
} from "../text/format";

type Props = { model: ReportModel; number: number; anchor: string };

type MetricName = keyof typeof reportScores.performance.meanings;
type Metric = {
  name: MetricName;
  format: (value: number | null | undefined) => string;
  /** web.dev's thresholds: a value up to the first is good, a value above the second is poor. */
  limits?: [good: number, poor: number];
};

const METRICS: readonly Metric[] = [
  { name: "lcp_ms", format: formatSeconds, limits: [2_500, 4_000] },
  { name: "cls", format: formatShift, limits: [0.1, 0.25] },
  { name: "tbt_ms", format: formatSeconds, limits: [200, 600] },
  { name: "fcp_ms", format: formatSeconds, limits: [1_800, 3_000] },
  { name: "ttfb_ms", format: formatSeconds, limits: [800, 1_800] },
  { name: "weight_bytes", format: formatBytes },
  { name: "requests", format: formatNumber },
];

const nameMetric = (name: MetricName): string =>
  name === "weight_bytes" ? reportScores.performance.weight : results.otherScores.metrics[name];

const isPoor = ({ limits }: Metric, value: number | null | undefined): boolean =>
  typeof value === "number" && limits !== undefined && value > limits[1];

const ratingOf = (metric: Metric, value: number | null | undefined): string => {
  const { ratings } = reportScores.performance;
  if (typeof value !== "number") return report.notMeasured;
  if (!metric.limits) return ratings.none;
  if (isPoor(metric, value)) return ratings.poor;
  return value <= metric.limits[0] ? ratings.good : ratings.needsImprovement;
};

const captionFor = ({ aggregate, pages_measured }: ReportPerformance): string => {
  const { captions, captionsWithoutCount } = reportScores.performance;
  const how = aggregate ?? "other";
  return typeof pages_measured === "number"
    ? captions[how](withFigures({ count: pages_measured }))
    : captionsWithoutCount[how];
};

const MetricsTable = ({ performance, metrics }: { performance: ReportPerformance; metrics: ReportMetrics }) => {
  const { performance: texts } = reportScores;
  return (
    <DataTable
      caption={captionFor(performance)}
      rows={METRICS}
      columns={[
        { title: texts.metric, width: 0.28, isRowHeader: true, cell: ({ name }) => nameMetric(name) },
        { title: texts.meaning, width: 0.3, cell: ({ name }) => texts.meanings[name] },
        { title: texts.value, width: 0.14, align: "right", cell: ({ name, format }) => format(metrics[name]) },
        {
          title: texts.goodUpTo,
          width: 0.13,
          align: "right",
          cell: ({ limits, format }) => (limits ? format(limits[0]) : texts.noThreshold),
        },
        {
          title: texts.rating,
          width: 0.15,
          cell: (metric) => {
            const value = metrics[metric.name];
            return <Word text={ratingOf(metric, value)} isBad={isPoor(metric, value)} />;
          },
        },
      ]}
    />
  );
};

const SlowestPages = ({ performance, site }: { performance: ReportPerformance; site: string | null }) => {
  const pages = (performance.slowest_pages ?? []).slice(0, 10);
  if (pages.length === 0) return null;
  const { slowest: texts } = reportScores.performance;
  return (
    <View>
      <SubHeading>{texts.title}</SubHeading>
      <DataTable
        caption={texts.caption}
        rows={pages}
        columns={[
          {
            title: texts.page,
            width: 0.58,
            isRowHeader: true,
            cell: ({ url }, width) => <Address tag="P" text={shorten(pathWithin(url, site), 240)} width={width} />,
          },
          { title: texts.lcp, width: 0.16, align: "right", cell: ({ lcp_ms }) => formatSeconds(lcp_ms) },
          { title: texts.weight, width: 0.13, align: "right", cell: ({ weight_bytes }) => formatBytes(weight_bytes) },
          { title: texts.requests, width: 0.13, align: "right", cell: ({ requests }) => formatNumber(requests) },
        ]}
      />
    </View>
  );
};

const METRIC_NAMES: readonly string[] = METRICS.map(({ name }) => name);
const PRINTED = ["aggregate", "pages_measured", "metrics", "slowest_pages", "score", ...METRIC_NAMES];

// Reports whether to print the table of known metrics. It is printed even if none of them was measured, but not if the
// section contains only other keys.
const hasMetrics = (performance: ReportPerformance): boolean =>
  performance.metrics !== null || !hasFreeRows(performance, PRINTED);

export const PerformanceSection = ({ model, number, anchor }: Props) => {
  const { performance } = model.data;
  const { performance: texts } = reportScores;
  return (
    <Section title={report.sections.performance} number={number} anchor={anchor} accent={model.brand.accent} newPage>
      {performance ? (
        <>
          <Paragraph>{texts.lead({ score: formatScore(model.scores.performance) })}</Paragraph>
          {hasMetrics(performance) ? (
            <MetricsTable performance={performance} metrics={performance.metrics ?? {}} />
          ) : null}
          <FreeTable caption={texts.otherData} section={performance} printed={PRINTED} />
          <FreeTable caption={texts.otherMetrics} section={performance.metrics} printed={METRIC_NAMES} />
          <SlowestPages performance={performance} site={model.site.url} />
        </>
      ) : (
        <NotMeasured text={report.missing.performance} />
      )}
    </Section>
  );
};
