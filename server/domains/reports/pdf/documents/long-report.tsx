import { Document, Page } from "@react-pdf/renderer";
import { Fragment, type ReactElement, type ReactNode } from "react";
import { report } from "@/messages/texts/report";
import type { Finding } from "../model/findings";
import type { ReportModel } from "../model/report-model";
import { Sheet } from "../parts/sheet";
import { TaggedText } from "../parts/tagged";
import { AppendixSection, findingsInAppendix } from "../sections/appendix";
import { ChecksSection } from "../sections/checks";
import { Contents, type ContentsLine } from "../sections/contents";
import { Cover } from "../sections/cover";
import { CriteriaSection } from "../sections/criteria";
import { DocumentsSection } from "../sections/documents";
import { FindingsSection } from "../sections/findings";
import { FixFirstSection } from "../sections/fix-first";
import { LighthouseSection } from "../sections/lighthouse";
import { MethodSection } from "../sections/method";
import { PagesSection } from "../sections/pages";
import { PerformanceSection } from "../sections/performance";
import { ScoresSection } from "../sections/scores";
import { SummaryParts } from "../sections/summary";
import { styles } from "../theme";

type Part = { title: string; anchor: string; render: (place: { number: number; anchor: string }) => ReactNode };

const FIX_FIRST_ROWS = 12;
const ALL_SCORES = ["accessibility", "performance", "seo", "quality"] as const;

const scores = (model: ReportModel, names: readonly (typeof ALL_SCORES)[number][], newPage: boolean): Part => ({
  title: report.sections.scores,
  anchor: "scores",
  render: (place) => <ScoresSection model={model} names={names} newPage={newPage} {...place} />,
});

const fixFirst = (model: ReportModel, newPage: boolean): Part => ({
  title: report.sections.fixFirst,
  anchor: "fix-first",
  render: (place) => <FixFirstSection model={model} limit={FIX_FIRST_ROWS} hasDetails newPage={newPage} {...place} />,
});

type Detail = { examplesOf: (finding: Finding) => number; hasAppendix: boolean; newPage: boolean };

const findings = (model: ReportModel, detail: Detail): Part => ({
  title: report.sections.findings,
  anchor: "findings",
  render: (place) => <FindingsSection model={model} {...detail} {...place} />,
});

const pages = (model: ReportModel, newPage: boolean): Part => ({
  title: report.sections.pages,
  anchor: "pages",
  render: (place) => <PagesSection model={model} newPage={newPage} {...place} />,
});

const documents = (model: ReportModel, newPage: boolean): Part[] => {
  const { documents: found } = model.data;
  if (!found || found.total === 0) return [];
  const part: Part = {
    title: report.sections.documents,
    anchor: "documents",
    render: (place) => <DocumentsSection model={model} documents={found} newPage={newPage} {...place} />,
  };
  return [part];
};

const criteria = (model: ReportModel, newPage: boolean): Part => ({
  title: report.sections.criteria,
  anchor: "criteria",
  render: (place) => <CriteriaSection model={model} newPage={newPage} {...place} />,
});

const method = (model: ReportModel): Part => ({
  title: report.sections.method,
  anchor: "method",
  render: (place) => <MethodSection model={model} {...place} />,
});

const otherMetrics = (model: ReportModel): Part[] => [
  {
    title: report.sections.performance,
    anchor: "performance",
    render: (place) => <PerformanceSection model={model} {...place} />,
  },
  {
    title: report.sections.seo,
    anchor: "seo",
    render: (place) => (
      <ChecksSection
        {...{ model, title: report.sections.seo, missing: report.missing.seo }}
        score={model.scores.seo}
        checks={model.data.seo}
        {...place}
      />
    ),
  },
  {
    title: report.sections.quality,
    anchor: "quality",
    render: (place) => (
      <ChecksSection
        {...{ model, title: report.sections.quality, missing: report.missing.quality }}
        score={model.scores.quality}
        checks={model.data.quality}
        {...place}
      />
    ),
  },
  ...(model.data.lighthouse
    ? [
        {
          title: report.sections.lighthouse,
          anchor: "lighthouse",
          render: (place: { number: number; anchor: string }) => <LighthouseSection model={model} {...place} />,
        },
      ]
    : []),
];

const appendix = () => ({ title: report.sections.appendix, anchor: "appendix" });
const summary = () => ({ title: report.sections.summary, anchor: "summary" });

const findingLines = ({ failed }: ReportModel): ContentsLine[] =>
  failed.map(({ number, title, anchor }) => ({ title: report.numbered({ number, title }), anchor, level: 2 }));

const partLines = (parts: readonly Part[]): ContentsLine[] =>
  parts.map(({ title, anchor }, index) => ({ title: `${index + 1} ${title}`, anchor, level: 1 }));

const SummarySheet = ({ model }: { model: ReportModel }) => {
  const { title, anchor } = summary();
  return (
    <Sheet>
      <TaggedText structure={{ tag: "H2", destination: anchor, bookmark: { title, level: 1 } }} style={styles.h2}>
        {title}
      </TaggedText>
      <SummaryParts model={model} rest="moreInFindings" />
    </Sheet>
  );
};

const numbered = (parts: readonly Part[]): ReactNode =>
  parts.map(({ anchor, render }, index) => <Fragment key={anchor}>{render({ number: index + 1, anchor })}</Fragment>);

const FULL_EXAMPLES = 3;

/** Builds the report with all metrics: accessibility, performance, SEO and quality. Includes all recorded elements. */
export const fullReport = (model: ReportModel, title: string): ReactElement<object> => {
  const parts = [
    scores(model, ALL_SCORES, true),
    fixFirst(model, true),
    findings(model, { examplesOf: () => FULL_EXAMPLES, hasAppendix: true, newPage: true }),
    pages(model, true),
    ...documents(model, true),
    ...otherMetrics(model),
    criteria(model, false),
    method(model),
  ];
  const hasAppendix = findingsInAppendix(model).length > 0;
  const lines: ContentsLine[] = [
    { ...summary(), level: 1 },
    ...partLines(parts).flatMap((line) => (line.anchor === "findings" ? [line, ...findingLines(model)] : [line])),
    ...(hasAppendix ? [{ ...appendix(), level: 1 } satisfies ContentsLine] : []),
  ];
  return (
    <Document>
      <Cover model={model} title={title} />
      <SummarySheet model={model} />
      <Page size="A4" style={styles.page} experimentalPagination>
        <Contents lines={lines} />
      </Page>
      <Page size="A4" style={styles.page} experimentalPagination>
        {numbered(parts)}
        {hasAppendix ? <AppendixSection model={model} {...appendix()} /> : null}
      </Page>
    </Document>
  );
};

// Returns the number of examples to show with a finding. The findings to fix first get more.
const standardExamples = ({ number }: Finding): number => (number <= FIX_FIRST_ROWS ? 2 : 1);

/** Builds the accessibility report: every rule, with just enough examples to recognise it. */
export const accessibilityReport = (model: ReportModel, title: string): ReactElement<object> => {
  const parts = [
    fixFirst(model, false),
    findings(model, { examplesOf: standardExamples, hasAppendix: false, newPage: false }),
    pages(model, false),
    ...documents(model, false),
    criteria(model, false),
    scores(model, ["accessibility"], false),
    method(model),
  ];
  return (
    <Document>
      <Cover model={model} title={title} />
      <SummarySheet model={model} />
      <Page size="A4" style={styles.page} experimentalPagination>
        <Contents lines={[{ ...summary(), level: 1 }, ...partLines(parts)]} />
        {numbered(parts)}
      </Page>
    </Document>
  );
};
