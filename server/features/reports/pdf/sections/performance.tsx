import { View } from "@react-pdf/renderer";
import type { ReportMetrics, ReportPerformance } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { Address, NotMeasured, Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { FreeTable, hasFreeRows } from "../parts/free-table";
import { shorten } from "../text/break-lines";
import {
  counted,
  formatBytes,
  formatNumber,
  formatScore,
  formatSeconds,
  NOT_MEASURED,
  pathWithin,
} from "../text/format";

type Props = { model: ReportModel; number: number; anchor: string };

type MetricName = "lcp_ms" | "cls" | "fcp_ms" | "ttfb_ms" | "tbt_ms" | "weight_bytes" | "requests";
type Metric = {
  name: MetricName;
  title: string;
  meaning: string;
  format: (value: number | null | undefined) => string;
  /** Limits of web.dev's Web Vitals: good up to the first, poor above the second. */
  limits?: [good: number, poor: number];
};

const formatShift = (value: number | null | undefined): string =>
  typeof value === "number" ? String(Math.round(value * 1_000) / 1_000) : NOT_MEASURED;

const METRICS: readonly Metric[] = [
  {
    name: "lcp_ms",
    title: "Largest Contentful Paint",
    meaning: "Until the main content shows",
    format: formatSeconds,
    limits: [2_500, 4_000],
  },
  {
    name: "cls",
    title: "Cumulative Layout Shift",
    meaning: "How much the page jumps while it loads",
    format: formatShift,
    limits: [0.1, 0.25],
  },
  {
    name: "tbt_ms",
    title: "Total Blocking Time",
    meaning: "How long the page does not react",
    format: formatSeconds,
    limits: [200, 600],
  },
  {
    name: "fcp_ms",
    title: "First Contentful Paint",
    meaning: "Until anything shows",
    format: formatSeconds,
    limits: [1_800, 3_000],
  },
  {
    name: "ttfb_ms",
    title: "Time to First Byte",
    meaning: "Until the server answers",
    format: formatSeconds,
    limits: [800, 1_800],
  },
  { name: "weight_bytes", title: "Page weight", meaning: "What a visitor has to download", format: formatBytes },
  { name: "requests", title: "Requests", meaning: "Files that a page asks for", format: formatNumber },
];

const ratingOf = ({ limits }: Metric, value: number | null | undefined): string => {
  if (typeof value !== "number") return NOT_MEASURED;
  if (!limits) return "no verdict";
  if (value <= limits[0]) return "good";
  return value <= limits[1] ? "could be better" : "poor";
};

const AGGREGATES = { p75: "75th percentile of", mean: "Mean of", median: "Median of" } as const;

const captionFor = ({ aggregate, pages_measured }: ReportPerformance): string => {
  const how = aggregate ? AGGREGATES[aggregate] : "Measured on";
  return typeof pages_measured === "number" ? `${how} ${counted(pages_measured, "page")}` : `${how} the pages scanned`;
};

const MetricsTable = ({ performance, metrics }: { performance: ReportPerformance; metrics: ReportMetrics }) => (
  <DataTable
    caption={captionFor(performance)}
    rows={METRICS}
    columns={[
      { title: "Measure", width: 0.28, isRowHeader: true, cell: ({ title }) => title },
      { title: "What it means", width: 0.3, cell: ({ meaning }) => meaning },
      { title: "Measured", width: 0.14, align: "right", cell: ({ name, format }) => format(metrics[name]) },
      {
        title: "Good up to",
        width: 0.13,
        align: "right",
        cell: ({ limits, format }) => (limits ? format(limits[0]) : "no limit"),
      },
      {
        title: "Verdict",
        width: 0.15,
        cell: (metric) => {
          const rating = ratingOf(metric, metrics[metric.name]);
          return <Word text={rating} isBad={rating === "poor"} />;
        },
      },
    ]}
  />
);

const SlowestPages = ({ performance, site }: { performance: ReportPerformance; site: string | null }) => {
  const pages = (performance.slowest_pages ?? []).slice(0, 10);
  if (pages.length === 0) return null;
  return (
    <View>
      <SubHeading>The slowest pages</SubHeading>
      <DataTable
        caption="Pages on which the main content shows last"
        rows={pages}
        columns={[
          {
            title: "Page",
            width: 0.58,
            isRowHeader: true,
            cell: ({ url }, width) => <Address tag="P" text={shorten(pathWithin(url, site), 240)} width={width} />,
          },
          { title: "Main content", width: 0.16, align: "right", cell: ({ lcp_ms }) => formatSeconds(lcp_ms) },
          { title: "Weight", width: 0.13, align: "right", cell: ({ weight_bytes }) => formatBytes(weight_bytes) },
          { title: "Requests", width: 0.13, align: "right", cell: ({ requests }) => formatNumber(requests) },
        ]}
      />
    </View>
  );
};

const METRIC_NAMES: readonly string[] = METRICS.map(({ name }) => name);
const PRINTED = ["aggregate", "pages_measured", "metrics", "slowest_pages", "score", ...METRIC_NAMES];

// Known measures get their table, missing ones included, unless there is nothing but others.
const hasMetrics = (performance: ReportPerformance): boolean =>
  performance.metrics !== null || !hasFreeRows(performance, PRINTED);

export const PerformanceSection = ({ model, number, anchor }: Props) => {
  const { performance } = model.data;
  return (
    <Section title="Performance" number={number} anchor={anchor} accent={model.brand.accent} newPage>
      {performance ? (
        <>
          <Paragraph>
            {`Score: ${formatScore(model.scores.performance)}. Measured while the pages were scanned, from one place and on one machine; people with slow phones and networks wait longer.`}
          </Paragraph>
          {hasMetrics(performance) ? (
            <MetricsTable performance={performance} metrics={performance.metrics ?? {}} />
          ) : null}
          <FreeTable caption="Other measures" section={performance} printed={PRINTED} />
          <FreeTable caption="Further measures" section={performance.metrics} printed={METRIC_NAMES} />
          <SlowestPages performance={performance} site={model.site.url} />
        </>
      ) : (
        <NotMeasured what="Performance was" />
      )}
    </Section>
  );
};
