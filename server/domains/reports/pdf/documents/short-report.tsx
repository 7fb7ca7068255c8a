import { Document, Page } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { report } from "@/messages/texts/report";
import type { ReportModel } from "../model/report-model";
import { Letterhead } from "../parts/letterhead";
import { Sheet } from "../parts/sheet";
import { TaggedText } from "../parts/tagged";
import { FailedCriteriaSection } from "../sections/criteria";
import { FixFirstSection } from "../sections/fix-first";
import { BriefMethodSection, ReplacedNote } from "../sections/method";
import { WorstPagesSection } from "../sections/pages";
import {
  Conclusion,
  FULL_ROOM,
  ImpactCounts,
  NextSteps,
  type Room,
  SummaryParts,
  WorstFindings,
} from "../sections/summary";
import { styles } from "../theme";

const SummaryHeading = () => {
  const title = report.sections.summary;
  return (
    <TaggedText
      structure={{ tag: "H2", destination: "summary", bookmark: { title, level: 1 } }}
      style={{ ...styles.h2, fontSize: 16 }}
    >
      {title}
    </TaggedText>
  );
};

type SummaryRoom = { summary: Room; rules: number; criteria: number; pages: number; who: number; name: number };

type BuildShort = (model: ReportModel, title: string, tightness: number) => ReactElement<object> | null;

const TIGHT: Room = { findings: 3, steps: 3, who: 110, title: 70 };
const TIGHTER: Room = { findings: 3, steps: 2, who: 60, title: 40 };
const TIGHTEST: Room = { findings: 2, steps: 1, who: 40, title: 24 };

const SUMMARY_ROOMS: readonly SummaryRoom[] = [
  { summary: FULL_ROOM, rules: 10, criteria: 12, pages: 7, who: 160, name: 120 },
  { summary: TIGHT, rules: 8, criteria: 8, pages: 5, who: 100, name: 80 },
  { summary: TIGHTER, rules: 6, criteria: 6, pages: 4, who: 60, name: 50 },
];

const LAST_SUMMARY: SummaryRoom = { summary: TIGHTEST, rules: 4, criteria: 4, pages: 3, who: 40, name: 30 };

type SummaryProps = { model: ReportModel; title: string; room: SummaryRoom };

const SummaryPart = ({ model, title, room }: SummaryProps) => (
  <>
    <Letterhead model={model} title={title} nameLength={room.name} />
    <SummaryHeading />
    <SummaryParts model={model} room={room.summary} />
  </>
);

const FixFirstPart = ({ model, room, newPage }: Omit<SummaryProps, "title"> & { newPage: boolean }) => (
  <FixFirstSection
    {...{ model, number: 1, anchor: "fix-first", limit: room.rules, whoLength: room.who, hasDetails: false, newPage }}
  />
);

const FailedCriteriaPart = ({ model, room, newPage }: Omit<SummaryProps, "title"> & { newPage: boolean }) => (
  <FailedCriteriaSection model={model} number={2} anchor="criteria" limit={room.criteria} newPage={newPage} />
);

const ClosingParts = ({ model, room }: Omit<SummaryProps, "title">) => (
  <>
    <WorstPagesSection model={model} number={3} anchor="pages" limit={room.pages} />
    <BriefMethodSection model={model} number={4} anchor="method" />
  </>
);

const FlowingSummary = (props: SummaryProps) => (
  <Document>
    <Page size="A4" style={styles.page} experimentalPagination>
      <SummaryPart {...props} />
      <FixFirstPart {...props} newPage />
      <FailedCriteriaPart {...props} newPage />
      <ClosingParts {...props} />
    </Page>
  </Document>
);

const SummaryOnSheets = (props: SummaryProps) => (
  <Document>
    <Sheet>
      <SummaryPart {...props} />
    </Sheet>
    <Sheet>
      <FixFirstPart {...props} newPage={false} />
    </Sheet>
    <Sheet>
      <FailedCriteriaPart {...props} newPage={false} />
    </Sheet>
    <Sheet>
      <ClosingParts {...props} />
    </Sheet>
  </Document>
);

/**
 * Builds an accessibility report of two to four pages: summary, what to fix first, failed criteria, worst pages and
 * method. If the content is too long, the layout is tightened; as a last resort, the report has exactly four pages,
 * and anything that doesn't fit is cut off.
 */
export const accessibilitySummary: BuildShort = (model, title, tightness) => {
  const room = SUMMARY_ROOMS[tightness];
  if (room) return FlowingSummary({ model, title, room });
  return tightness === SUMMARY_ROOMS.length ? SummaryOnSheets({ model, title, room: LAST_SUMMARY }) : null;
};

type PageRoom = Room & { name: number };

const PAGE_ROOMS: readonly PageRoom[] = [
  { ...FULL_ROOM, name: 120 },
  { ...TIGHT, name: 80 },
  { ...TIGHTER, name: 50 },
];

const LAST_PAGE: PageRoom = { ...TIGHTEST, name: 30 };

const Snapshot = ({ model, title, room }: { model: ReportModel; title: string; room: PageRoom }) => (
  <>
    <Letterhead model={model} title={title} nameLength={room.name} />
    <SummaryHeading />
    <Conclusion model={model} />
    <ImpactCounts counts={model.counts} />
    <WorstFindings model={model} room={room} />
    <NextSteps model={model} room={room} />
    <ReplacedNote />
  </>
);

/** Builds a one-page overview of a website. */
export const singlePage: BuildShort = (model, title, tightness) => {
  const room = PAGE_ROOMS[tightness];
  if (!room && tightness > PAGE_ROOMS.length) return null;
  return (
    <Document>
      {room ? (
        <Page size="A4" style={styles.page} experimentalPagination>
          <Snapshot model={model} title={title} room={room} />
        </Page>
      ) : (
        <Sheet>
          <Snapshot model={model} title={title} room={LAST_PAGE} />
        </Sheet>
      )}
    </Document>
  );
};
