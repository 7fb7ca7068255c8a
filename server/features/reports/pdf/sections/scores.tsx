import { Text, View } from "@react-pdf/renderer";
import { HARM } from "../model/findings";
import type { ReportModel, Scores } from "../model/report-model";
import { scoreMeaning } from "../model/summary";
import { palette } from "../palette";
import { Paragraph, Section, SubHeading } from "../parts/basics";
import { DataTable } from "../parts/data-table";
import { FreeTable } from "../parts/free-table";
import { impactWords } from "../parts/impact-chip";
import { ScoreRing } from "../parts/score-ring";
import { TaggedText, TaggedView } from "../parts/tagged";
import { formatNumber } from "../text/format";
import { styles } from "../theme";

type ScoreName = keyof Scores;
type SectionProps = { model: ReportModel; number: number; anchor: string; newPage: boolean };

const LABELS: Record<ScoreName, string> = {
  accessibility: "Accessibility",
  performance: "Performance",
  seo: "Search engines",
  quality: "Quality",
};

const MEANINGS: Record<ScoreName, string> = {
  accessibility: "Automatic checks that passed, weighted by how much harm a failure does.",
  performance: "How fast pages show and settle. Slow pages keep people out as well.",
  seo: "Whether search engines can find and read the pages.",
  quality: "Whether pages are technically sound: no errors, no missing parts.",
};

const ScoreCard = ({ model, name }: { model: ReportModel; name: ScoreName }) => (
  <View style={{ width: "24%", alignItems: "center" }}>
    <TaggedView structure={{ tag: "P" }}>
      <ScoreRing label={`${LABELS[name]} score`} score={model.scores[name]} accent={model.brand.accent} size={82} />
    </TaggedView>
    <TaggedText structure={{ tag: "P" }} style={{ fontWeight: 600, marginTop: 6, textAlign: "center" }}>
      {LABELS[name]}
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={[styles.small, { textAlign: "center", paddingHorizontal: 4 }]}>
      {MEANINGS[name]}
    </TaggedText>
  </View>
);

const IMPACT_MEANINGS = [
  ["critical", "Some people can't do what they came for."],
  ["serious", "Some people get through with great difficulty, or not at all."],
  ["moderate", "Some people are slowed down or confused."],
  ["minor", "An annoyance that adds up."],
  ["needs_review", "A machine can't decide. A person has to look."],
] as const;

const ImpactTable = ({ model }: { model: ReportModel }) => (
  <DataTable
    caption="Elements found, by impact. The weight is how much a failure counts in the score."
    rows={IMPACT_MEANINGS}
    columns={[
      { title: "Impact", width: 0.2, isRowHeader: true, cell: ([impact]) => impactWords[impact] },
      { title: "What it means", width: 0.48, cell: ([, meaning]) => meaning },
      {
        title: "Weight",
        width: 0.14,
        align: "right",
        cell: ([impact]) => (impact === "needs_review" ? "none" : String(HARM[impact])),
      },
      { title: "Elements", width: 0.18, align: "right", cell: ([impact]) => formatNumber(model.counts[impact]) },
    ]}
  />
);

const Formula = () => (
  <View style={{ backgroundColor: palette.panel, borderRadius: 4, padding: 10, marginBottom: 8 }} wrap={false}>
    <TaggedText structure={{ tag: "P" }}>
      <Text style={{ fontWeight: 600 }}>Score of a page</Text>
      {
        " = 100 × weighted passed checks ÷ weighted (passed + failed) checks, with the weights critical 10, serious 7, moderate 3, minor 1."
      }
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={{ marginTop: 4 }}>
      <Text style={{ fontWeight: 600 }}>Score of the site</Text>
      {" = mean of its pages. Findings that need review never count."}
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
  <Section
    title="Scores and what they mean"
    number={number}
    anchor={anchor}
    accent={model.brand.accent}
    newPage={newPage}
  >
    {names.length > 1 ? (
      <View style={{ flexDirection: "row", justifyContent: "space-between", marginBottom: 18 }} wrap={false}>
        {names.map((name) => (
          <ScoreCard key={name} model={model} name={name} />
        ))}
      </View>
    ) : null}
    <SubHeading>What the accessibility score says</SubHeading>
    <Paragraph>{scoreMeaning(model)}</Paragraph>
    <Formula />
    <SubHeading>What it does not say</SubHeading>
    <Paragraph>
      A high score does not mean that everyone can use the site: most of what makes a page usable can only be judged by
      a person. A low one does not mean that all is lost: a few mistakes in a template repeat on every page. Use the
      score to compare audits of the same site, never to compare different sites.
    </Paragraph>
    <ImpactTable model={model} />
    {names.length > 1 ? <FreeTable caption="Other scores" section={model.data.scores} printed={names} /> : null}
  </Section>
);
