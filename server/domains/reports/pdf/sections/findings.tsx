import { report } from "@/messages/texts/report";
import { reportFindings } from "@/messages/texts/report-findings";
import type { Finding } from "../model/findings";
import type { ReportModel } from "../model/report-model";
import { extentOf } from "../model/summary";
import { NotMeasured, Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable } from "../parts/data-table";
import { FindingBlock } from "../parts/finding-block";
import { shorten } from "../text/break-lines";
import { joinSentences } from "../text/format";

type Props = {
  model: ReportModel;
  number: number;
  anchor: string;
  /** Returns the maximum number of a finding's examples to show with their code. */
  examplesOf: (finding: Finding) => number;
  hasAppendix: boolean;
  newPage: boolean;
};

const introduction = ({ failed, rulesLeftOut }: ReportModel, hasAppendix: boolean): string => {
  const { lead: texts } = reportFindings;
  if (failed.length === 0) return texts.none;
  return joinSentences(
    hasAppendix ? texts.withAppendix : texts.withoutAppendix,
    rulesLeftOut > 0 ? texts.left({ count: rulesLeftOut }) : null,
  );
};

const ReviewTable = ({ model }: { model: ReportModel }) => {
  const { review: texts } = reportFindings;
  const count = model.reviewsLeftOut;
  return (
    <>
      <SubHeading>{texts.title}</SubHeading>
      <Paragraph>{texts.lead}</Paragraph>
      <DataTable
        caption={count > 0 ? texts.captionCut({ count }) : texts.caption}
        rows={model.toReview}
        columns={[
          { title: texts.what, width: 0.45, isRowHeader: true, cell: ({ title }) => shorten(title, 200) },
          { title: texts.where, width: 0.27, cell: (finding) => extentOf(finding, model.pagesScanned) },
          {
            title: texts.criterion,
            width: 0.28,
            cell: ({ criteria }) => shorten(criteria.map(({ label }) => label).join("; "), 200) || texts.bestPractice,
          },
        ]}
      />
    </>
  );
};

export const FindingsSection = ({ model, number, anchor, examplesOf, hasAppendix, newPage }: Props) => (
  <>
    <Section
      title={report.sections.findings}
      number={number}
      anchor={anchor}
      accent={model.brand.accent}
      newPage={newPage}
    >
      {model.data.issues ? (
        <Paragraph>{introduction(model, hasAppendix)}</Paragraph>
      ) : (
        <NotMeasured text={report.missing.findings} />
      )}
      {model.failed.map((finding) => (
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
