import type { Finding } from "../model/findings";
import type { ReportModel } from "../model/report-model";
import { extentOf } from "../model/summary";
import { NotMeasured, Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable } from "../parts/data-table";
import { FindingBlock } from "../parts/finding-block";
import { shorten } from "../text/break-lines";
import { counted } from "../text/format";

type Props = {
  model: ReportModel;
  number: number;
  anchor: string;
  /** How many places of a finding are shown with their code at most. */
  examplesOf: (finding: Finding) => number;
  hasAppendix: boolean;
  newPage: boolean;
};

const introduction = ({ problems, rulesLeftOut }: ReportModel, hasAppendix: boolean): string => {
  if (problems.length === 0) return "The checks found no problem.";
  const left = rulesLeftOut > 0 ? ` ${counted(rulesLeftOut, "rule")} of less effect are left out.` : "";
  return `One block a rule, in the order of the plan above, with examples that differ.${hasAppendix ? "" : " The full report lists all places on record."} In the code, the part to blame is bold and underlined.${left}`;
};

const ReviewTable = ({ model }: { model: ReportModel }) => (
  <>
    <SubHeading>What needs a person</SubHeading>
    <Paragraph>
      Here the checks could not decide. Some of these places are barriers and some are fine. They never count in the
      score.
    </Paragraph>
    <DataTable
      caption={`Findings that need review${model.reviewsLeftOut > 0 ? `; ${model.reviewsLeftOut} more rules are left out` : ""}`}
      rows={model.toReview}
      columns={[
        { title: "What to look at", width: 0.45, isRowHeader: true, cell: ({ title }) => shorten(title, 200) },
        { title: "Where", width: 0.27, cell: (finding) => extentOf(finding, model.pagesScanned) },
        {
          title: "Criterion",
          width: 0.28,
          cell: ({ criteria }) => shorten(criteria.map(({ label }) => label).join("; "), 200) || "good practice",
        },
      ]}
    />
  </>
);

export const FindingsSection = ({ model, number, anchor, examplesOf, hasAppendix, newPage }: Props) => (
  <>
    <Section title="Findings" number={number} anchor={anchor} accent={model.brand.accent} newPage={newPage}>
      {model.data.issues ? (
        <Paragraph>{introduction(model, hasAppendix)}</Paragraph>
      ) : (
        <NotMeasured what="Findings were" />
      )}
      {model.problems.map((finding) => (
        <FindingBlock
          key={finding.anchor}
          finding={finding}
          pagesScanned={model.pagesScanned}
          site={model.site.url}
          examples={finding.shown.slice(0, examplesOf(finding))}
          hasAppendix={hasAppendix}
        />
      ))}
      {model.toReview.length > 0 ? <ReviewTable model={model} /> : null}
    </Section>
  </>
);
