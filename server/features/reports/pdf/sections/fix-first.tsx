import { Text } from "@react-pdf/renderer";
import type { Finding } from "../model/findings";
import type { ReportModel } from "../model/report-model";
import { extentOf } from "../model/summary";
import { palette } from "../palette";
import { NotMeasured, Paragraph, Section } from "../parts/basics";
import { type Column, DataTable } from "../parts/data-table";
import { ImpactChip } from "../parts/impact-chip";
import { TaggedLink, TaggedText, TaggedView } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { counted, formatShare } from "../text/format";
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

type ProblemProps = { finding: Finding; hasDetails: boolean; whoLength: number };

const Problem = ({ finding, hasDetails, whoLength }: ProblemProps) => {
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
            structure={{ tag: "Link", alt: `Go to finding ${finding.number}: ${title}` }}
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
  { title: "No.", width: 0.07, isRowHeader: true, cell: ({ number }) => String(number) },
  {
    title: "Who is kept out",
    width: 0.45,
    cell: (finding) => <Problem finding={finding} hasDetails={hasDetails} whoLength={whoLength} />,
  },
  {
    title: "Impact",
    width: 0.17,
    cell: ({ impact }) => (
      <TaggedView structure={{ tag: "P" }}>
        <ImpactChip impact={impact} />
      </TaggedView>
    ),
  },
  { title: "Where", width: 0.19, cell: (finding) => extentOf(finding, model.pagesScanned) },
  { title: "Share", width: 0.12, align: "right", cell: ({ share }) => formatShare(share) },
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
  const shown = model.problems.slice(0, limit);
  const left = model.problems.length + model.rulesLeftOut - shown.length;
  return (
    <Section title="What to fix first" number={number} anchor={anchor} accent={model.brand.accent} newPage={newPage}>
      <Paragraph>
        Ordered by harm times reach: the weight of the impact, times the number of pages. Share is the part of all
        elements found that a fix clears.
      </Paragraph>
      {shown.length > 0 ? (
        <DataTable
          caption={`Problems in the order in which fixing them helps most${left > 0 ? `; the first ${limit} of ${model.problems.length + model.rulesLeftOut}` : ""}`}
          columns={columnsFor({ model, hasDetails, whoLength })}
          rows={shown}
        />
      ) : null}
      {left > 0 && !hasDetails ? (
        <Paragraph>{`And ${counted(left, "more rule")}: see the full report.`}</Paragraph>
      ) : null}
      {shown.length === 0 && model.data.issues ? <Paragraph>The checks found nothing to fix.</Paragraph> : null}
      {model.data.issues ? null : <NotMeasured what="Findings were" />}
    </Section>
  );
};
