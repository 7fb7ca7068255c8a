import type { ReportModel } from "../model/report-model";
import { List, Section, SubHeading } from "../parts/basics";
import { TaggedText } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { counted, NOT_MEASURED } from "../text/format";
import { MISSING_CHARACTER } from "../text/printable-text";
import { styles } from "../theme";

type Props = { model: ReportModel; number: number; anchor: string };

const methodOf = ({ moment, standard, engine, pagesScanned, pagesFailed }: ReportModel): string[] => [
  `Date of the audit: ${moment}.`,
  `Pages scanned: ${pagesScanned === null ? NOT_MEASURED : counted(pagesScanned, "page")}${pagesFailed ? `; ${counted(pagesFailed, "page")} could not be scanned` : ""}.`,
  `Standard: ${shorten(standard, 160)}.`,
  `Engine: ${engine ? shorten(engine, 160) : "not stated"}. Findings are its verdicts, and no page was changed.`,
  "Findings are grouped by rule. They are ordered by the weight of their impact (critical 10, serious 7, moderate 3, minor 1) times the number of pages they are on.",
  "Where the checks could not decide, the place is listed as needing review, and counts nowhere.",
];

const LIMITS = [
  "Automatic checks can decide on a part of the criteria only. Whether an alternative text is right, a text is understandable or an order makes sense, only a person can tell.",
  "What opens on a click, lies behind a sign-in or differs from visit to visit may not have been seen.",
  "The report describes the pages as they were on that day. Pages change.",
  "A page without findings can still keep people out. Ask people with disabilities to try the most important tasks.",
  "This report is no legal advice.",
];

const REPLACED = `The sign ${MISSING_CHARACTER} stands for a character that could not be printed. It is read out correctly.`;

/** Stays in a document only where the sign is printed. */
export const ReplacedNote = () => (
  <TaggedText structure={{ tag: "P" }} style={styles.small} {...{ onlyWithReplaced: true }}>
    {REPLACED}
  </TaggedText>
);

/** Method and limits in a few lines. */
export const BriefMethodSection = ({ model, number, anchor }: Props) => (
  <Section title="Method and limits" number={number} anchor={anchor} accent={model.brand.accent}>
    <List items={[...methodOf(model).slice(1, 4), ...LIMITS.slice(0, 2), ...LIMITS.slice(4)]} />
    <ReplacedNote />
  </Section>
);

export const MethodSection = ({ model, number, anchor }: Props) => (
  <Section title="Method and limits" number={number} anchor={anchor} accent={model.brand.accent}>
    <SubHeading>How this audit was made</SubHeading>
    <List items={methodOf(model)} />
    <SubHeading>What it can't tell</SubHeading>
    <List items={LIMITS} />
    <ReplacedNote />
  </Section>
);
