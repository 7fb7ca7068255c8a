import { report } from "@/messages/texts/report";
import { reportScores } from "@/messages/texts/report-scores";
import { results } from "@/messages/texts/results";
import type { ReportCheck, ReportChecks } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { NotMeasured, Paragraph, Section } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { FreeTable, hasFreeRows } from "../parts/free-table";
import { shorten } from "../text/break-lines";
import { formatNumber, formatScore, joinSentences } from "../text/format";

type Props = {
  model: ReportModel;
  number: number;
  anchor: string;
  title: string;
  /** Text saying that the checks weren't measured. */
  missing: string;
  score: number | null;
  checks: ReportChecks | null | undefined;
};

const ORDER = { fail: 0, other: 1, not_measured: 2, pass: 3 } as const;

const outcomeOf = ({ outcome, outcome_text }: ReportCheck): string => {
  if (typeof outcome_text === "string") return shorten(outcome_text, 80);
  return outcome === "other" ? reportScores.checks.other : results.otherScores.outcomes[outcome];
};

const byOutcome = (one: ReportCheck, other: ReportCheck): number =>
  ORDER[one.outcome] - ORDER[other.outcome] || (other.pages_failed ?? 0) - (one.pages_failed ?? 0);

const extent = ({ pages_failed, pages_total, outcome }: ReportCheck): string => {
  if (outcome === "not_measured" || typeof pages_failed !== "number") return report.notMeasured;
  const failed = formatNumber(pages_failed);
  return typeof pages_total === "number"
    ? reportScores.checks.failedOf({ failed, total: formatNumber(pages_total) })
    : failed;
};

const CHECKS_SHOWN = 500;
const PRINTED = ["checks", "score"];

/** A section of passed and failed checks, such as SEO checks. */
export const ChecksSection = ({ model, number, anchor, title, missing, score, checks }: Props) => {
  const rows = [...(checks?.checks ?? [])].sort(byOutcome).slice(0, CHECKS_SHOWN);
  const isEmpty = rows.length === 0 && score === null && !hasFreeRows(checks, PRINTED);
  const { checks: texts } = reportScores;
  return (
    <Section title={title} number={number} anchor={anchor} accent={model.brand.accent}>
      {isEmpty ? <NotMeasured text={missing} /> : null}
      {isEmpty ? null : (
        <Paragraph>
          {joinSentences(texts.score({ score: formatScore(score) }), rows.length > 0 ? texts.failedFirst : null)}
        </Paragraph>
      )}
      {rows.length > 0 ? (
        <DataTable
          caption={texts.caption({ title })}
          rows={rows}
          columns={[
            {
              title: texts.check,
              width: 0.58,
              isRowHeader: true,
              cell: (check) => shorten(check.title ?? check.id, 200),
            },
            {
              title: texts.outcome,
              width: 0.2,
              cell: (check) => <Word text={outcomeOf(check)} isBad={check.outcome === "fail"} />,
            },
            { title: texts.failedPages, width: 0.22, align: "right", cell: extent },
          ]}
        />
      ) : null}
      <FreeTable caption={texts.otherValues({ title })} section={checks} printed={PRINTED} />
    </Section>
  );
};
