import { findCriterion } from "@/server/features/rules";
import type { ReportCriterion } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { NotMeasured, Paragraph, Section } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { shorten } from "../text/break-lines";
import { counted } from "../text/format";

type Props = { model: ReportModel; number: number; anchor: string };

const OUTCOMES: Record<ReportCriterion["outcome"], string> = {
  failed: "Failed: problems were found",
  passed: "The automatic checks passed",
  needs_review: "A person has to decide",
  not_tested: "Not tested: a person has to check",
  not_applicable: "Does not apply to these pages",
};

const nameOf = ({ criterion, name }: ReportCriterion): string => {
  const known = name ?? findCriterion(criterion)?.name;
  return shorten(known ? `${criterion} ${known}` : criterion, 200);
};

const levelOf = ({ criterion, level }: ReportCriterion): string =>
  level ?? findCriterion(criterion)?.level ?? "not stated";

const byNumber = (one: ReportCriterion, other: ReportCriterion): number =>
  one.criterion.localeCompare(other.criterion, "en", { numeric: true });

const introduction = ({ criteriaCounts }: ReportModel): string => {
  if (!criteriaCounts) return "";
  const { failed, passed, needsPerson, total } = criteriaCounts;
  return `Of ${counted(total, "criterion", "criteria")}, ${failed} failed, ${passed} passed the automatic checks, and ${needsPerson} need a person. A passed check says that no problem of the kinds a machine knows was found.`;
};

type FailedProps = Props & { limit: number; newPage: boolean };

/** The criteria that failed, and a sentence about the others. */
export const FailedCriteriaSection = ({ model, number, anchor, limit, newPage }: FailedProps) => {
  const all = model.data.criteria ?? [];
  const failed = all.filter(({ outcome }) => outcome === "failed").sort(byNumber);
  const left = failed.length - limit;
  return (
    <Section title="Criteria that failed" number={number} anchor={anchor} accent={model.brand.accent} newPage={newPage}>
      {all.length === 0 ? (
        <NotMeasured what="Coverage of the criteria was" />
      ) : (
        <Paragraph>{introduction(model)}</Paragraph>
      )}
      {failed.length > 0 ? (
        <DataTable
          caption={`Success criteria with problems${left > 0 ? `; the first ${limit} of ${failed.length}` : ""}`}
          rows={failed.slice(0, limit)}
          columns={[
            { title: "Criterion", width: 0.8, isRowHeader: true, cell: nameOf },
            { title: "Level", width: 0.2, cell: levelOf },
          ]}
        />
      ) : null}
      {left > 0 ? (
        <Paragraph>{`And ${counted(left, "more criterion", "more criteria")}: see the full report.`}</Paragraph>
      ) : null}
    </Section>
  );
};

export const CriteriaSection = ({ model, number, anchor, newPage }: Props & { newPage: boolean }) => {
  const rows = [...(model.data.criteria ?? [])].sort(byNumber);
  return (
    <Section title="Criteria coverage" number={number} anchor={anchor} accent={model.brand.accent} newPage={newPage}>
      {rows.length === 0 ? <NotMeasured what="Coverage of the criteria was" /> : null}
      {rows.length > 0 ? (
        <>
          <Paragraph>{introduction(model)}</Paragraph>
          <DataTable
            caption="Success criteria and what this audit says of them"
            rows={rows}
            columns={[
              { title: "Criterion", width: 0.5, isRowHeader: true, cell: nameOf },
              {
                title: "Level",
                width: 0.12,
                cell: levelOf,
              },
              {
                title: "Outcome",
                width: 0.38,
                cell: ({ outcome }) => <Word text={OUTCOMES[outcome]} isBad={outcome === "failed"} />,
              },
            ]}
          />
        </>
      ) : null}
    </Section>
  );
};
