import { View } from "@react-pdf/renderer";
import type { ReportLighthouse } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { shorten } from "../text/break-lines";
import { formatNumber, formatSeconds, NOT_MEASURED } from "../text/format";

type Props = { model: ReportModel; number: number; anchor: string };

const CATEGORIES = [
  ["performance", "Performance"],
  ["accessibility", "Accessibility"],
  ["best_practices", "Best practices"],
  ["seo", "Search engines"],
] as const;

const METRICS = [
  ["fcp_ms", "First Contentful Paint"],
  ["lcp_ms", "Largest Contentful Paint"],
  ["tbt_ms", "Total Blocking Time"],
  ["cls", "Cumulative Layout Shift"],
  ["speed_index_ms", "Speed Index"],
  ["tti_ms", "Time to Interactive"],
] as const;

const FAILED_ROWS = 40;

const nameOf = (category: string | null | undefined): string =>
  CATEGORIES.find(([id]) => id === category)?.[1] ?? "Other";

const figuresOf = ({ categories, metrics }: ReportLighthouse) => [
  ...CATEGORIES.map(([id, title]) => {
    const score = categories?.[id];
    return { title, value: typeof score === "number" ? `${formatNumber(score)} of 100` : NOT_MEASURED };
  }),
  ...METRICS.map(([id, title]) => {
    const value = metrics?.[id];
    if (id !== "cls") return { title, value: formatSeconds(value) };
    return { title, value: typeof value === "number" ? String(Math.round(value * 1_000) / 1_000) : NOT_MEASURED };
  }),
];

const intro = ({ lighthouse_version, device }: ReportLighthouse): string =>
  `Lighthouse ${lighthouse_version ?? ""} loaded the start page, and no other, once, as ${device === "mobile" ? "a phone" : "a desktop computer"} ` +
  "on a network that it simulates. These are its own laboratory figures, by its own formulas: they stand beside the scores of this report, which cover every page, and do not change them.";

const Figures = ({ lighthouse }: { lighthouse: ReportLighthouse }) => (
  <DataTable
    caption="Lighthouse: scores and measures of the start page"
    rows={figuresOf(lighthouse)}
    columns={[
      { title: "Score or measure", width: 0.6, isRowHeader: true, cell: ({ title }) => title },
      { title: "Value", width: 0.4, align: "right", cell: ({ value }) => value },
    ]}
  />
);

const Failed = ({ lighthouse }: { lighthouse: ReportLighthouse }) => {
  const rows = (lighthouse.audits ?? []).slice(0, FAILED_ROWS);
  if (rows.length === 0) return null;
  return (
    <View>
      <SubHeading>What the start page did not pass</SubHeading>
      <DataTable
        caption="Audits of Lighthouse, in its own words"
        rows={rows}
        columns={[
          { title: "Audit", width: 0.52, isRowHeader: true, cell: ({ title }) => shorten(title, 200) },
          { title: "Part", width: 0.22, cell: ({ category }) => nameOf(category) },
          {
            title: "Details",
            width: 0.26,
            cell: ({ display_value }) => <Word text={shorten(display_value ?? "failed", 80)} isBad={!display_value} />,
          },
        ]}
      />
    </View>
  );
};

/** Only there when Lighthouse was asked for. */
export const LighthouseSection = ({ model, number, anchor }: Props) => {
  const { lighthouse } = model.data;
  if (!lighthouse) return null;
  return (
    <Section title="Lighthouse" number={number} anchor={anchor} accent={model.brand.accent}>
      {lighthouse.error ? (
        <Paragraph>{`Not measured. ${shorten(lighthouse.error.message ?? "Lighthouse gave no reason.", 500)}`}</Paragraph>
      ) : (
        <>
          <Paragraph>{intro(lighthouse)}</Paragraph>
          <Figures lighthouse={lighthouse} />
          <Failed lighthouse={lighthouse} />
        </>
      )}
    </Section>
  );
};
