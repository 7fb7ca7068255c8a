import { Text, View } from "@react-pdf/renderer";
import { impacts } from "@/messages/texts/impacts";
import { report } from "@/messages/texts/report";
import { reportSummary } from "@/messages/texts/report-summary";
import { results } from "@/messages/texts/results";
import { reviewableImpacts } from "@/server/core/impact";
import type { Finding } from "../model/findings";
import type { Counts, ReportModel } from "../model/report-model";
import { extentOf, headline, nextSteps, scoreMeaning, WORST } from "../model/summary";
import { palette } from "../palette";
import { List } from "../parts/basics";
import { ImpactShape, nameImpact } from "../parts/impact-chip";
import { BandChip, ScoreRing } from "../parts/score-ring";
import { TaggedText, TaggedView } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { formatNumber } from "../text/format";
import { styles } from "../theme";

type ModelProps = { model: ReportModel };

/** Maximum numbers of findings and steps in a summary, and maximum lengths of the text about each finding. */
export type Room = { findings: number; steps: number; who: number; title: number };

export const FULL_ROOM: Room = { findings: WORST, steps: 3, who: 220, title: 140 };

export const Conclusion = ({ model }: ModelProps) => (
  <View style={{ flexDirection: "row", alignItems: "center", marginBottom: 16 }} wrap={false}>
    <TaggedView structure={{ tag: "P" }}>
      <ScoreRing
        label={results.overview.scoreTitle}
        score={model.scores.accessibility}
        low={model.scores.accessibility_low}
        accent={model.brand.accent}
        size={104}
      />
    </TaggedView>
    <View style={{ flex: 1, marginLeft: 22 }}>
      <TaggedText structure={{ tag: "P" }} style={{ fontSize: 15, lineHeight: 1.35, fontWeight: 600, marginBottom: 5 }}>
        {headline(model)}
      </TaggedText>
      {model.scores.accessibility === null ? null : <BandChip score={model.scores.accessibility} />}
      <TaggedText structure={{ tag: "P" }} style={{ color: palette.quiet }}>
        {scoreMeaning(model)}
      </TaggedText>
    </View>
  </View>
);

// Numbers in the millions need a smaller font to fit a tile.
const countSize = (count: number | null): number => {
  if (count === null) return 9;
  return count < 1_000_000 ? 16 : 12;
};

/** The number of elements found, by impact. */
export const ImpactCounts = ({ counts }: { counts: Counts }) => (
  <TaggedView
    structure={{ tag: "L", numbering: "None" }}
    style={{ flexDirection: "row", justifyContent: "space-between", marginBottom: 18 }}
    wrap={false}
  >
    {reviewableImpacts.map((impact) => (
      <TaggedView
        key={impact}
        structure={{ tag: "LI" }}
        style={{
          width: "18.8%",
          backgroundColor: palette.panel,
          borderRadius: 4,
          paddingVertical: 8,
          paddingHorizontal: 8,
        }}
      >
        <TaggedView structure={{ tag: "LBody" }}>
          <Text
            style={{
              fontSize: countSize(counts[impact]),
              lineHeight: 1.35,
              height: 22,
              fontWeight: 600,
              fontFeatureSettings: ["tnum"],
            }}
          >
            {formatNumber(counts[impact])}
          </Text>
          <View style={{ flexDirection: "row", alignItems: "center" }}>
            <ImpactShape impact={impact} size={7} />
            <Text style={{ fontSize: 8.5, lineHeight: 1.3, marginLeft: 4, color: palette.quiet }}>
              {impacts[impact]}
            </Text>
          </View>
        </TaggedView>
      </TaggedView>
    ))}
  </TaggedView>
);

type RoomProps = ModelProps & { room: Room };

const FindingSummary = ({ finding, model, room }: { finding: Finding } & RoomProps) => (
  <View>
    <TaggedText structure={{ tag: "P" }} style={{ fontWeight: 600 }}>
      {shorten(finding.who, room.who)}
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={styles.small}>
      {report.twoFacts({ first: nameImpact(finding.impact), second: extentOf(finding, model.pagesScanned) })}
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={styles.small}>
      {shorten(finding.title, room.title)}
    </TaggedText>
  </View>
);

const nothingFound = ({ data }: ReportModel): string =>
  data.issues ? reportSummary.findings.none : report.missing.findings;

const heading = { ...styles.h3, marginTop: 4, marginBottom: 7 };

/** A message saying where to see the findings that don't fit in a summary. */
type Rest = "moreInFullReport" | "moreInFindings";

export const WorstFindings = ({ model, room, rest = "moreInFullReport" }: RoomProps & { rest?: Rest | undefined }) => {
  const { findings: texts } = reportSummary;
  const worst = model.failed.slice(0, room.findings);
  const more = model.failed.length + model.rulesLeftOut - worst.length;
  return (
    <>
      <TaggedText structure={{ tag: "H3" }} style={heading}>
        {worst.length === 1 && more === 0 ? texts.only : texts.top}
      </TaggedText>
      {worst.length === 0 ? (
        <TaggedText structure={{ tag: "P" }} style={styles.paragraph}>
          {nothingFound(model)}
        </TaggedText>
      ) : null}
      {worst.length > 0 ? (
        <List
          numbered
          gap={7}
          items={worst.map((finding) => (
            <FindingSummary key={finding.anchor} finding={finding} model={model} room={room} />
          ))}
        />
      ) : null}
      {more > 0 ? (
        <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginBottom: 8 }]}>
          {texts[rest]({ count: more })}
        </TaggedText>
      ) : null}
    </>
  );
};

export const NextSteps = ({ model, room }: RoomProps) => (
  <>
    <TaggedText structure={{ tag: "H3" }} style={heading}>
      {reportSummary.steps.title}
    </TaggedText>
    <List numbered gap={6} items={nextSteps(model).slice(0, room.steps)} />
  </>
);

type SummaryProps = ModelProps & {
  room?: Room;
  rest?: Rest;
};

/** The summary, for people who read only one page. */
export const SummaryParts = ({ model, room = FULL_ROOM, rest }: SummaryProps) => (
  <View style={{ fontSize: 10.5 }}>
    <Conclusion model={model} />
    <ImpactCounts counts={model.counts} />
    <WorstFindings model={model} room={room} rest={rest} />
    <NextSteps model={model} room={room} />
  </View>
);
