import type { ReportCheck, ReportChecks } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { NotMeasured, Paragraph, Section } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { FreeTable, hasFreeRows } from "../parts/free-table";
import { shorten } from "../text/break-lines";
import { formatNumber, formatScore, NOT_MEASURED } from "../text/format";

type Props = {
  model: ReportModel;
  number: number;
  anchor: string;
  title: string;
  missing: string;
  score: number | null;
  checks: ReportChecks | null | undefined;
};

const OUTCOMES = { fail: "Failed", other: "Other", pass: "Passed", not_measured: "Not measured" } as const;
const ORDER = { fail: 0, other: 1, not_measured: 2, pass: 3 } as const;

const outcomeOf = ({ outcome, outcome_text }: ReportCheck): string =>
  typeof outcome_text === "string" ? shorten(outcome_text, 80) : OUTCOMES[outcome];

const byOutcome = (one: ReportCheck, other: ReportCheck): number =>
  ORDER[one.outcome] - ORDER[other.outcome] || (other.pages_failed ?? 0) - (one.pages_failed ?? 0);

const extent = ({ pages_failed, pages_total, outcome }: ReportCheck): string => {
  if (outcome === "not_measured" || typeof pages_failed !== "number") return NOT_MEASURED;
  const of = typeof pages_total === "number" ? ` of ${formatNumber(pages_total)}` : "";
  return `${formatNumber(pages_failed)}${of}`;
};

const CHECKS_SHOWN = 500;
const PRINTED = ["checks", "score"];

/** A section of passed and failed checks, such as those for search engines. */
export const ChecksSection = ({ model, number, anchor, title, missing, score, checks }: Props) => {
  const rows = [...(checks?.checks ?? [])].sort(byOutcome).slice(0, CHECKS_SHOWN);
  const isEmpty = rows.length === 0 && score === null && !hasFreeRows(checks, PRINTED);
  return (
    <Section title={title} number={number} anchor={anchor} accent={model.brand.accent}>
      {isEmpty ? <NotMeasured what={missing} /> : null}
      {isEmpty ? null : (
        <Paragraph>{`Score: ${formatScore(score)}.${rows.length > 0 ? " What failed comes first." : ""}`}</Paragraph>
      )}
      {rows.length > 0 ? (
        <DataTable
          caption={`${title}: checks and their outcome`}
          rows={rows}
          columns={[
            {
              title: "Check",
              width: 0.58,
              isRowHeader: true,
              cell: (check) => shorten(check.title ?? check.id, 200),
            },
            {
              title: "Outcome",
              width: 0.2,
              cell: (check) => <Word text={outcomeOf(check)} isBad={check.outcome === "fail"} />,
            },
            { title: "Pages failed", width: 0.22, align: "right", cell: extent },
          ]}
        />
      ) : null}
      <FreeTable caption={`${title}: other values`} section={checks} printed={PRINTED} />
    </Section>
  );
};
