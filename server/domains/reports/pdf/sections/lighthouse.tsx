import { View } from "@react-pdf/renderer";
import { report } from "@/messages/texts/report";
import { reportScores } from "@/messages/texts/report-scores";
import { results } from "@/messages/texts/results";
import type { ReportLighthouse } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { shorten } from "../text/break-lines";
import { formatNumber, formatSeconds, formatShift } from "../text/format";

type Props = { model: ReportModel; number: number; anchor: string };

const CATEGORIES = ["performance", "accessibility", "best_practices", "seo"] as const;
const METRICS = ["fcp_ms", "lcp_ms", "tbt_ms", "cls", "speed_index_ms", "tti_ms"] as const;

const FAILED_ROWS = 40;

const nameCategory = (category: string | null | undefined): string => {
  const known = CATEGORIES.find((id) => id === category);
  return known ? results.otherScores.lighthouse.categories[known] : reportScores.lighthouse.otherCategory;
};

const nameMetric = (id: (typeof METRICS)[number]): string =>
  id === "speed_index_ms" || id === "tti_ms"
    ? results.otherScores.lighthouse.metrics[id]
    : results.otherScores.metrics[id];

const writeScore = (score: number | null | undefined): string =>
  typeof score === "number" ? reportScores.lighthouse.outOf({ score: formatNumber(score) }) : report.notMeasured;

const figuresOf = ({ categories, metrics }: ReportLighthouse) => [
  ...CATEGORIES.map((id) => ({ title: nameCategory(id), value: writeScore(categories?.[id]) })),
  ...METRICS.map((id) => ({
    title: nameMetric(id),
    value: id === "cls" ? formatShift(metrics?.[id]) : formatSeconds(metrics?.[id]),
  })),
];

const Figures = ({ lighthouse }: { lighthouse: ReportLighthouse }) => (
  <DataTable
    caption={reportScores.lighthouse.caption}
    rows={figuresOf(lighthouse)}
    columns={[
      { title: reportScores.lighthouse.scoreOrMetric, width: 0.6, isRowHeader: true, cell: ({ title }) => title },
      { title: reportScores.lighthouse.value, width: 0.4, align: "right", cell: ({ value }) => value },
    ]}
  />
);

const Failed = ({ lighthouse }: { lighthouse: ReportLighthouse }) => {
  const rows = (lighthouse.audits ?? []).slice(0, FAILED_ROWS);
  if (rows.length === 0) return null;
  const { lighthouse: texts } = reportScores;
  return (
    <View>
      <SubHeading>{texts.failedTitle}</SubHeading>
      <DataTable
        caption={texts.failedCaption}
        rows={rows}
        columns={[
          { title: texts.audit, width: 0.52, isRowHeader: true, cell: ({ title }) => shorten(title, 200) },
          { title: texts.category, width: 0.22, cell: ({ category }) => nameCategory(category) },
          {
            title: texts.details,
            width: 0.26,
            cell: ({ display_value }) => (
              <Word text={shorten(display_value ?? texts.failed, 80)} isBad={!display_value} />
            ),
          },
        ]}
      />
    </View>
  );
};

/** The section with Lighthouse's results; empty unless Lighthouse was requested. */
export const LighthouseSection = ({ model, number, anchor }: Props) => {
  const { lighthouse } = model.data;
  if (!lighthouse) return null;
  const { lighthouse: texts } = reportScores;
  const { lighthouse_version, device } = lighthouse;
  return (
    <Section title={report.sections.lighthouse} number={number} anchor={anchor} accent={model.brand.accent}>
      {lighthouse.error ? (
        <Paragraph>{texts.error({ reason: shorten(lighthouse.error.message ?? texts.noReason, 500) })}</Paragraph>
      ) : (
        <>
          <Paragraph>{texts.lead({ version: lighthouse_version ?? "", device: device ?? "" })}</Paragraph>
          <Figures lighthouse={lighthouse} />
          <Failed lighthouse={lighthouse} />
        </>
      )}
    </Section>
  );
};
