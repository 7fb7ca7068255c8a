import { Document, Page } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import type { ReportModel } from "../model/report-model";
import { Letterhead } from "../parts/letterhead";
import { TaggedText } from "../parts/tagged";
import { FailedCriteriaSection } from "../sections/criteria";
import { FixFirstSection } from "../sections/fix-first";
import { BriefMethodSection, ReplacedNote } from "../sections/method";
import { WorstPagesSection } from "../sections/pages";
import {
  FULL_ROOM,
  ImpactCounts,
  NextSteps,
  type Room,
  SummaryParts,
  Verdict,
  WorstProblems,
} from "../sections/summary";
import { styles } from "../theme";

const SUMMARY_HEADING = {
  structure: { tag: "H2", destination: "summary", bookmark: { title: "Summary", level: 1 } },
  style: { ...styles.h2, fontSize: 16 },
} as const;

type SummaryRoom = { summary: Room; rules: number; criteria: number; pages: number; who: number; name: number };

const TIGHT: Room = { problems: 3, steps: 3, who: 110, title: 70 };
const TIGHTER: Room = { problems: 3, steps: 2, who: 60, title: 40 };
const TIGHTEST: Room = { problems: 2, steps: 1, who: 40, title: 24 };

const SUMMARY_ROOMS: readonly SummaryRoom[] = [
  { summary: FULL_ROOM, rules: 10, criteria: 12, pages: 8, who: 160, name: 120 },
  { summary: TIGHT, rules: 8, criteria: 8, pages: 5, who: 100, name: 80 },
  { summary: TIGHTER, rules: 6, criteria: 6, pages: 4, who: 60, name: 50 },
  { summary: TIGHTEST, rules: 4, criteria: 4, pages: 3, who: 40, name: 30 },
];

/** Accessibility on two to four pages: summary, what to fix first, criteria that failed, worst pages, method. */
export const accessibilitySummary = (
  model: ReportModel,
  title: string,
  tightness: number,
): ReactElement<object> | null => {
  const room = SUMMARY_ROOMS[tightness];
  if (!room) return null;
  return (
    <Document>
      <Page size="A4" style={styles.page} experimentalPagination>
        <Letterhead model={model} title={title} nameLength={room.name} />
        <TaggedText {...SUMMARY_HEADING}>Summary</TaggedText>
        <SummaryParts model={model} room={room.summary} />
        <FixFirstSection
          {...{ model, number: 1, anchor: "fix-first", limit: room.rules, whoLength: room.who, hasDetails: false }}
        />
        <FailedCriteriaSection model={model} number={2} anchor="criteria" limit={room.criteria} />
        <WorstPagesSection model={model} number={3} anchor="pages" limit={room.pages} />
        <BriefMethodSection model={model} number={4} anchor="method" />
      </Page>
    </Document>
  );
};

const PAGE_ROOMS: readonly (Room & { name: number })[] = [
  { ...FULL_ROOM, name: 120 },
  { ...TIGHT, name: 80 },
  { ...TIGHTER, name: 50 },
  { ...TIGHTEST, name: 30 },
];

/** The state of a site on one page. */
export const singlePage = (model: ReportModel, title: string, tightness: number): ReactElement<object> | null => {
  const room = PAGE_ROOMS[tightness];
  if (!room) return null;
  return (
    <Document>
      <Page size="A4" style={styles.page} experimentalPagination>
        <Letterhead model={model} title={title} nameLength={room.name} />
        <TaggedText {...SUMMARY_HEADING}>Summary</TaggedText>
        <Verdict model={model} />
        <ImpactCounts counts={model.counts} />
        <WorstProblems model={model} room={room} />
        <NextSteps model={model} room={room} />
        <ReplacedNote />
      </Page>
    </Document>
  );
};
