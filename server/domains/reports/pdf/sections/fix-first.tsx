import { Text } from "@react-pdf/renderer";
import { report } from "@/messages/texts/report";
import { reportFindings } from "@/messages/texts/report-findings";
import { reportSummary } from "@/messages/texts/report-summary";
import type { Finding } from "../model/findings";
import type { ReportModel } from "../model/report-model";
import { extentOf } from "../model/summary";
import { palette } from "../palette";
import { NotMeasured, Paragraph, Section } from "../parts/basics";
import { type Column, DataTable } from "../parts/data-table";
import { ImpactChip } from "../parts/impact-chip";
import { TaggedLink, TaggedText, TaggedView } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { formatShare } from "../text/format";
import { styles } from "../theme";

type Props = {
  model: ReportModel;
  number: number;
  anchor: string;
  limit: number;
  whoLength?: number;
  hasDetails: boolean;
  newPage: boolean;
};

const cellText = { fontSize: 9, lineHeight: 1.45 };

const WHO_LENGTH = 260;

type CellProps = { finding: Finding; hasDetails: boolean; whoLength: number };

const FindingCell = ({ finding, hasDetails, whoLength }: CellProps) => {
  const title = shorten(finding.title, 120);
  return (
    <>
      <TaggedText structure={{ tag: "P" }} style={cellText}>
        {shorten(finding.who, whoLength)}
      </TaggedText>
      <TaggedView structure={{ tag: "P" }} style={{ marginTop: 2 }}>
        {hasDetails ? (
          <TaggedLink
            src={`#${finding.anchor}`}
            structure={{ tag: "Link", alt: reportFindings.fixFirst.goTo({ number: finding.number, title }) }}
            style={{ color: palette.quiet, textDecoration: "underline" }}
          >
            <Text style={styles.small}>{title}</Text>
          </TaggedLink>
        ) : (
          <Text style={styles.small}>{title}</Text>
        )}
      </TaggedView>
    </>
  );
};

const columnsFor = ({
  model,
  hasDetails,
  whoLength = WHO_LENGTH,
}: Pick<Props, "model" | "hasDetails" | "whoLength">): Column<Finding>[] => [
  { title: reportFindings.fixFirst.number, width: 0.07, isRowHeader: true, cell: ({ number }) => String(number) },
  {
    title: reportFindings.fixFirst.who,
    width: 0.45,
    cell: (finding) => <FindingCell finding={finding} hasDetails={hasDetails} whoLength={whoLength} />,
  },
  {
    title: reportFindings.fixFirst.impact,
    width: 0.17,
    cell: ({ impact }) => (
      <TaggedView structure={{ tag: "P" }}>
        <ImpactChip impact={impact} />
      </TaggedView>
    ),
  },
  { title: reportFindings.fixFirst.where, width: 0.19, cell: (finding) => extentOf(finding, model.pagesScanned) },
  { title: reportFindings.fixFirst.share, width: 0.12, align: "right", cell: ({ share }) => formatShare(share) },
];

export const FixFirstSection = ({
  model,
  number,
  anchor,
  limit,
  hasDetails,
  newPage,
  whoLength = WHO_LENGTH,
}: Props) => {
  const shown = model.failed.slice(0, limit);
  const total = model.failed.length + model.rulesLeftOut;
  const left = total - shown.length;
  const { fixFirst: texts } = reportFindings;
  return (
    <Section
      title={report.sections.fixFirst}
      number={number}
      anchor={anchor}
      accent={model.brand.accent}
      newPage={newPage}
    >
      <Paragraph>{texts.lead}</Paragraph>
      {shown.length > 0 ? (
        <DataTable
          caption={left > 0 ? texts.captionCut({ shown: limit, total }) : texts.caption}
          columns={columnsFor({ model, hasDetails, whoLength })}
          rows={shown}
        />
      ) : null}
      {left > 0 && !hasDetails ? (
        <Paragraph>{reportSummary.findings.moreInFullReport({ count: left })}</Paragraph>
      ) : null}
      {shown.length === 0 && model.data.issues ? <Paragraph>{texts.none}</Paragraph> : null}
      {model.data.issues ? null : <NotMeasured text={report.missing.findings} />}
    </Section>
  );
};
