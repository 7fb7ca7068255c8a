import { Document, Page } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import type { ReportModel } from "../model/report-model";
import { Letterhead } from "../parts/letterhead";
import { TaggedText } from "../parts/tagged";
import { CriteriaSection } from "../sections/criteria";
import { FixFirstSection } from "../sections/fix-first";
import { MethodSection } from "../sections/method";
import { ImpactCounts, NextSteps, SummaryParts, Verdict, WorstProblems } from "../sections/summary";
import { styles } from "../theme";

const FIX_FIRST_ROWS = 10;

const SUMMARY_HEADING = {
  structure: { tag: "H2", destination: "summary", bookmark: { title: "Summary", level: 1 } },
  style: { ...styles.h2, fontSize: 16 },
} as const;

/** Accessibility on a few pages: summary, what to fix first, criteria, method. */
export const accessibilitySummary = (model: ReportModel, title: string): ReactElement<object> => (
  <Document>
    <Page size="A4" style={styles.page} experimentalPagination>
      <Letterhead model={model} title={title} />
      <TaggedText {...SUMMARY_HEADING}>Summary</TaggedText>
      <SummaryParts model={model} />
      <FixFirstSection model={model} number={1} anchor="fix-first" limit={FIX_FIRST_ROWS} hasDetails={false} />
      <CriteriaSection model={model} number={2} anchor="criteria" />
      <MethodSection model={model} number={3} anchor="method" />
    </Page>
  </Document>
);

/** The state of a site on one page. */
export const singlePage = (model: ReportModel, title: string): ReactElement<object> => (
  <Document>
    <Page size="A4" style={styles.page} experimentalPagination wrap={false}>
      <Letterhead model={model} title={title} />
      <TaggedText {...SUMMARY_HEADING}>Summary</TaggedText>
      <Verdict model={model} />
      <ImpactCounts counts={model.counts} />
      <WorstProblems model={model} />
      <NextSteps model={model} />
    </Page>
  </Document>
);
