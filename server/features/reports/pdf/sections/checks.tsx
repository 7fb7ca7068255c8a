import type { ReportCheck, ReportChecks } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { NotMeasured, Paragraph, Section } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
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

const OUTCOMES = { fail: "Failed", pass: "Passed", not_measured: "Not measured" } as const;
const ORDER = { fail: 0, not_measured: 1, pass: 2 } as const;

const byOutcome = (one: ReportCheck, other: ReportCheck): number =>
  ORDER[one.outcome] - ORDER[other.outcome] || (other.pages_failed ?? 0) - (one.pages_failed ?? 0);

const extent = ({ pages_failed, pages_total, outcome }: ReportCheck): string => {
  if (outcome === "not_measured" || typeof pages_failed !== "number") return NOT_MEASURED;
  const of = typeof pages_total === "number" ? ` of ${formatNumber(pages_total)}` : "";
  return `${formatNumber(pages_failed)}${of}`;
};

/** A section of passed and failed checks, such as those for search engines. */
export const ChecksSection = ({ model, number, anchor, title, missing, score, checks }: Props) => {
  const rows = [...(checks?.checks ?? [])].sort(byOutcome);
  return (
    <Section title={title} number={number} anchor={anchor} accent={model.brand.accent}>
      {rows.length === 0 ? <NotMeasured what={missing} /> : null}
      {rows.length > 0 ? (
        <>
          <Paragraph>{`Score: ${formatScore(score)}. What failed comes first.`}</Paragraph>
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
                cell: ({ outcome }) => <Word text={OUTCOMES[outcome]} isBad={outcome === "fail"} />,
              },
              { title: "Pages failed", width: 0.22, align: "right", cell: extent },
            ]}
          />
        </>
      ) : null}
    </Section>
  );
};
