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
};

const nameOf = ({ criterion, name }: ReportCriterion): string => {
  const known = name ?? findCriterion(criterion)?.name;
  return shorten(known ? `${criterion} ${known}` : criterion, 200);
};

const byNumber = (one: ReportCriterion, other: ReportCriterion): number =>
  one.criterion.localeCompare(other.criterion, "en", { numeric: true });

const introduction = ({ criteriaCounts }: ReportModel): string => {
  if (!criteriaCounts) return "";
  const { failed, passed, needsPerson, total } = criteriaCounts;
  return `Of ${counted(total, "criterion", "criteria")}, ${failed} failed, ${passed} passed the automatic checks, and ${needsPerson} need a person. A passed check says that no problem of the kinds a machine knows was found.`;
};

export const CriteriaSection = ({ model, number, anchor }: Props) => {
  const rows = [...(model.data.criteria ?? [])].sort(byNumber);
  return (
    <Section title="Criteria coverage" number={number} anchor={anchor} accent={model.brand.accent} newPage>
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
                cell: ({ criterion, level }) => level ?? findCriterion(criterion)?.level ?? "not stated",
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
