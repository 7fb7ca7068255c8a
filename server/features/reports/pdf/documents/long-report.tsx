import { Document, Page } from "@react-pdf/renderer";
import { Fragment, type ReactElement, type ReactNode } from "react";
import type { ReportModel } from "../model/report-model";
import { TaggedText } from "../parts/tagged";
import { AppendixSection, findingsInAppendix } from "../sections/appendix";
import { ChecksSection } from "../sections/checks";
import { Contents, type ContentsLine } from "../sections/contents";
import { Cover } from "../sections/cover";
import { CriteriaSection } from "../sections/criteria";
import { FindingsSection } from "../sections/findings";
import { FixFirstSection } from "../sections/fix-first";
import { LighthouseSection } from "../sections/lighthouse";
import { MethodSection } from "../sections/method";
import { PagesSection } from "../sections/pages";
import { PerformanceSection } from "../sections/performance";
import { ScoresSection } from "../sections/scores";
import { SummaryParts } from "../sections/summary";
import { styles } from "../theme";

type Part = { title: string; anchor: string; render: (number: number) => ReactNode };

const FIX_FIRST_ROWS = 12;
const ALL_SCORES = ["accessibility", "performance", "seo", "quality"] as const;

const accessibilityParts = (model: ReportModel, names: readonly (typeof ALL_SCORES)[number][]): Part[] => [
  {
    title: "Scores and what they mean",
    anchor: "scores",
    render: (number) => <ScoresSection model={model} number={number} anchor="scores" names={names} />,
  },
  {
    title: "What to fix first",
    anchor: "fix-first",
    render: (number) => (
      <FixFirstSection model={model} number={number} anchor="fix-first" limit={FIX_FIRST_ROWS} hasDetails />
    ),
  },
  {
    title: "Findings",
    anchor: "findings",
    render: (number) => <FindingsSection model={model} number={number} anchor="findings" />,
  },
  {
    title: "Pages",
    anchor: "pages",
    render: (number) => <PagesSection model={model} number={number} anchor="pages" />,
  },
];

const otherMetrics = (model: ReportModel): Part[] => [
  {
    title: "Performance",
    anchor: "performance",
    render: (number) => <PerformanceSection model={model} number={number} anchor="performance" />,
  },
  {
    title: "Search engines",
    anchor: "seo",
    render: (number) => (
      <ChecksSection
        {...{ model, number, anchor: "seo", title: "Search engines", missing: "Checks for search engines were" }}
        score={model.scores.seo}
        checks={model.data.seo}
      />
    ),
  },
  {
    title: "Quality",
    anchor: "quality",
    render: (number) => (
      <ChecksSection
        {...{ model, number, anchor: "quality", title: "Quality", missing: "Quality was" }}
        score={model.scores.quality}
        checks={model.data.quality}
      />
    ),
  },
  ...(model.data.lighthouse
    ? [
        {
          title: "Lighthouse",
          anchor: "lighthouse",
          render: (number: number) => <LighthouseSection model={model} number={number} anchor="lighthouse" />,
        },
      ]
    : []),
];

const closingParts = (model: ReportModel): Part[] => [
  {
    title: "Criteria coverage",
    anchor: "criteria",
    render: (number) => <CriteriaSection model={model} number={number} anchor="criteria" />,
  },
  {
    title: "Method and limits",
    anchor: "method",
    render: (number) => <MethodSection model={model} number={number} anchor="method" />,
  },
];

const APPENDIX = { title: "Appendix: all places", anchor: "appendix" };

const contentsOf = (model: ReportModel, parts: readonly Part[], hasAppendix: boolean): ContentsLine[] => {
  const lines = parts.flatMap(({ title, anchor }, index): ContentsLine[] => [
    { title: `${index + 1} ${title}`, anchor, level: 1 },
    ...(anchor === "findings"
      ? model.problems.map(
          (finding): ContentsLine => ({
            title: `${finding.number}. ${finding.title}`,
            anchor: finding.anchor,
            level: 2,
          }),
        )
      : []),
  ]);
  const appendix: ContentsLine[] = hasAppendix ? [{ ...APPENDIX, level: 1 }] : [];
  return [{ title: "Summary", anchor: "summary", level: 1 }, ...lines, ...appendix];
};

const LongReport = ({ model, title, parts }: { model: ReportModel; title: string; parts: readonly Part[] }) => {
  const hasAppendix = findingsInAppendix(model).length > 0;
  return (
    <Document>
      <Cover model={model} title={title} />
      <Page size="A4" style={styles.page} experimentalPagination wrap={false}>
        <TaggedText
          structure={{ tag: "H2", destination: "summary", bookmark: { title: "Summary", level: 1 } }}
          style={styles.h2}
        >
          Summary
        </TaggedText>
        <SummaryParts model={model} />
      </Page>
      <Page size="A4" style={styles.page} experimentalPagination>
        <Contents lines={contentsOf(model, parts, hasAppendix)} />
      </Page>
      <Page size="A4" style={styles.page} experimentalPagination>
        {parts.map(({ anchor, render }, index) => (
          <Fragment key={anchor}>{render(index + 1)}</Fragment>
        ))}
        {hasAppendix ? <AppendixSection model={model} {...APPENDIX} /> : null}
      </Page>
    </Document>
  );
};

/** All metrics: accessibility, performance, search engines, quality. */
export const fullReport = (model: ReportModel, title: string): ReactElement<object> => (
  <LongReport
    model={model}
    title={title}
    parts={[...accessibilityParts(model, ALL_SCORES), ...otherMetrics(model), ...closingParts(model)]}
  />
);

/** Accessibility in every detail, and nothing else. */
export const accessibilityReport = (model: ReportModel, title: string): ReactElement<object> => (
  <LongReport
    model={model}
    title={title}
    parts={[...accessibilityParts(model, ["accessibility"]), ...closingParts(model)]}
  />
);
