import { report } from "@/messages/texts/report";
import { reportFindings } from "@/messages/texts/report-findings";
import { results } from "@/messages/texts/results";
import { findCriterion } from "@/server/domains/audits/rules";
import type { ReportCriterion } from "../../report-data";
import type { ReportModel } from "../model/report-model";
import { NotMeasured, Paragraph, Section } from "../parts/basics";
import { DataTable, Word } from "../parts/data-table";
import { shorten } from "../text/break-lines";
import { joinSentences } from "../text/format";

/** Maximum number of criteria shown, several times the number in any standard. */
const CRITERIA_SHOWN = 500;

type Props = { model: ReportModel; number: number; anchor: string };

const nameOutcome = (outcome: ReportCriterion["outcome"]): string =>
  outcome === "not_applicable" ? reportFindings.criteria.notApplicable : results.criteria.outcomes[outcome];

const nameOf = ({ criterion, name }: ReportCriterion): string => {
  const known = name ?? findCriterion(criterion)?.name;
  return shorten(known ? `${criterion} ${known}` : criterion, 200);
};

const levelOf = ({ criterion, level }: ReportCriterion): string =>
  level ?? findCriterion(criterion)?.level ?? report.notStated;

const byNumber = (one: ReportCriterion, other: ReportCriterion): number =>
  one.criterion.localeCompare(other.criterion, "en", { numeric: true });

const introduction = ({ criteriaCounts }: ReportModel): string => {
  if (!criteriaCounts) return "";
  const { failed, passed, noFailures, needsPerson, total } = criteriaCounts;
  const { criteria: texts } = reportFindings;
  const counts = { total, failed, person: needsPerson };
  return joinSentences(
    passed === 0 ? texts.lead(counts) : texts.leadPassed({ ...counts, passed }),
    noFailures > 0 ? texts.leadNoFailures({ count: noFailures }) : null,
  );
};

type FailedProps = Props & { limit: number; newPage: boolean };

/** A section with the failed criteria and a sentence about the other criteria. */
export const FailedCriteriaSection = ({ model, number, anchor, limit, newPage }: FailedProps) => {
  const all = model.data.criteria ?? [];
  const failed = all.filter(({ outcome }) => outcome === "failed").sort(byNumber);
  const left = failed.length - limit;
  const { criteria: texts } = reportFindings;
  return (
    <Section
      title={report.sections.failedCriteria}
      number={number}
      anchor={anchor}
      accent={model.brand.accent}
      newPage={newPage}
    >
      {all.length === 0 ? <NotMeasured text={report.missing.criteria} /> : <Paragraph>{introduction(model)}</Paragraph>}
      {failed.length > 0 ? (
        <DataTable
          caption={left > 0 ? texts.captionFailedCut({ shown: limit, total: failed.length }) : texts.captionFailed}
          rows={failed.slice(0, limit)}
          columns={[
            { title: texts.criterion, width: 0.8, isRowHeader: true, cell: nameOf },
            { title: texts.level, width: 0.2, cell: levelOf },
          ]}
        />
      ) : null}
      {left > 0 ? <Paragraph>{texts.moreInFullReport({ count: left })}</Paragraph> : null}
    </Section>
  );
};

export const CriteriaSection = ({ model, number, anchor, newPage }: Props & { newPage: boolean }) => {
  const all = [...(model.data.criteria ?? [])].sort(byNumber);
  const rows = all.slice(0, CRITERIA_SHOWN);
  const left = all.length - rows.length;
  const { criteria: texts } = reportFindings;
  return (
    <Section
      title={report.sections.criteria}
      number={number}
      anchor={anchor}
      accent={model.brand.accent}
      newPage={newPage}
    >
      {rows.length === 0 ? <NotMeasured text={report.missing.criteria} /> : null}
      {rows.length > 0 ? (
        <>
          <Paragraph>{introduction(model)}</Paragraph>
          <DataTable
            caption={texts.caption}
            rows={rows}
            columns={[
              { title: texts.criterion, width: 0.5, isRowHeader: true, cell: nameOf },
              {
                title: texts.level,
                width: 0.12,
                cell: levelOf,
              },
              {
                title: texts.outcome,
                width: 0.38,
                cell: ({ outcome }) => <Word text={nameOutcome(outcome)} isBad={outcome === "failed"} />,
              },
            ]}
          />
          {left > 0 ? <Paragraph>{texts.more({ count: left })}</Paragraph> : null}
        </>
      ) : null}
    </Section>
  );
};
