import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { impacts } from "@/messages/texts/impacts";
import { report } from "@/messages/texts/report";
import { reportScores } from "@/messages/texts/report-scores";
import { results } from "@/messages/texts/results";
import { impactWeights, reviewableImpacts, scoreCeilings } from "@/server/core/impact";
import type { ReportModel } from "../model/report-model";
import { scoreMeaning } from "../model/summary";
import { palette } from "../palette";
import { Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable } from "../parts/data-table";
import { FreeTable } from "../parts/free-table";
import { ScoreRing } from "../parts/score-ring";
import { TaggedText, TaggedView } from "../parts/tagged";
import { formatNumber } from "../text/format";
import { styles } from "../theme";

type ScoreName = "accessibility" | "performance" | "seo" | "quality";
type SectionProps = { model: ReportModel; number: number; anchor: string; newPage: boolean };

const nameScore = (name: ScoreName): string =>
  name === "accessibility" ? reportScores.scores.accessibility : results.overview.other[name];

const labelScore = (name: ScoreName): string =>
  name === "accessibility" ? results.overview.scoreTitle : reportScores.scores.rings[name];

const ScoreCard = ({ model, name }: { model: ReportModel; name: ScoreName }) => (
  <View style={{ width: "24%", alignItems: "center" }}>
    <TaggedView structure={{ tag: "P" }}>
      <ScoreRing
        label={labelScore(name)}
        score={model.scores[name]}
        low={name === "accessibility" ? model.scores.accessibility_low : null}
        accent={model.brand.accent}
        size={82}
      />
    </TaggedView>
    <TaggedText structure={{ tag: "P" }} style={{ fontWeight: 600, marginTop: 6, textAlign: "center" }}>
      {nameScore(name)}
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={[styles.small, { textAlign: "center", paddingHorizontal: 4 }]}>
      {reportScores.scores.meanings[name]}
    </TaggedText>
  </View>
);

const ImpactTable = ({ model }: { model: ReportModel }) => {
  const { impacts: texts } = reportScores;
  return (
    <DataTable
      caption={texts.caption}
      rows={reviewableImpacts}
      columns={[
        { title: texts.impact, width: 0.2, isRowHeader: true, cell: (impact) => impacts[impact] },
        { title: texts.meaning, width: 0.48, cell: (impact) => texts.meanings[impact] },
        {
          title: texts.weight,
          width: 0.14,
          align: "right",
          cell: (impact) => (impact === "needs_review" ? texts.noWeight : formatNumber(impactWeights[impact])),
        },
        { title: texts.elements, width: 0.18, align: "right", cell: (impact) => formatNumber(model.counts[impact]) },
      ]}
    />
  );
};

const strong = (content: ReactNode) => <Text style={{ fontWeight: 600 }}>{content}</Text>;

const Formula = () => (
  <View style={{ backgroundColor: palette.panel, borderRadius: 4, padding: 10, marginBottom: 8 }} wrap={false}>
    <TaggedText structure={{ tag: "P" }}>
      {reportScores.scores.pageScore({
        strong,
        ...impactWeights,
        startCritical: scoreCeilings.critical,
        startSerious: scoreCeilings.serious,
      })}
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={{ marginTop: 4 }}>
      {reportScores.scores.websiteScore({ strong })}
    </TaggedText>
  </View>
);

export const ScoresSection = ({
  model,
  number,
  anchor,
  newPage,
  names,
}: SectionProps & { names: readonly ScoreName[] }) => (
  <Section title={report.sections.scores} number={number} anchor={anchor} accent={model.brand.accent} newPage={newPage}>
    {names.length > 1 ? (
      <View style={{ flexDirection: "row", justifyContent: "space-between", marginBottom: 18 }} wrap={false}>
        {names.map((name) => (
          <ScoreCard key={name} model={model} name={name} />
        ))}
      </View>
    ) : null}
    <SubHeading>{reportScores.scores.means}</SubHeading>
    <Paragraph>{scoreMeaning(model)}</Paragraph>
    {model.scores.accessibility_version === 1 ? null : <Formula />}
    <SubHeading>{reportScores.scores.meansNot}</SubHeading>
    <Paragraph>{reportScores.scores.limits}</Paragraph>
    <ImpactTable model={model} />
    {names.length > 1 ? (
      <FreeTable
        caption={reportScores.scores.other}
        section={model.data.scores}
        printed={[...names, "accessibility_low", "accessibility_version"]}
      />
    ) : null}
  </Section>
);
