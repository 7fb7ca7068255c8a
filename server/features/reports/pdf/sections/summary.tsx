import { Text, View } from "@react-pdf/renderer";
import type { Finding } from "../model/findings";
import type { Counts, ReportModel } from "../model/report-model";
import { extentOf, headline, nextSteps, scoreMeaning, WORST } from "../model/summary";
import { palette } from "../palette";
import { List } from "../parts/basics";
import { ImpactShape, impactWords } from "../parts/impact-chip";
import { ScoreRing } from "../parts/score-ring";
import { TaggedText, TaggedView } from "../parts/tagged";
import { shorten } from "../text/break-lines";
import { counted, formatNumber } from "../text/format";
import { styles } from "../theme";

type ModelProps = { model: ReportModel };

/** How much a summary may say. */
export type Room = { problems: number; steps: number; who: number; title: number };

export const FULL_ROOM: Room = { problems: WORST, steps: 3, who: 220, title: 140 };

const COUNTED = ["critical", "serious", "moderate", "minor", "needs_review"] as const satisfies (keyof Counts)[];

export const Verdict = ({ model }: ModelProps) => (
  <View style={{ flexDirection: "row", alignItems: "center", marginBottom: 16 }} wrap={false}>
    <TaggedView structure={{ tag: "P" }}>
      <ScoreRing
        label="Accessibility score"
        score={model.scores.accessibility}
        accent={model.brand.accent}
        size={104}
      />
    </TaggedView>
    <View style={{ flex: 1, marginLeft: 22 }}>
      <TaggedText structure={{ tag: "P" }} style={{ fontSize: 15, lineHeight: 1.35, fontWeight: 600, marginBottom: 5 }}>
        {headline(model)}
      </TaggedText>
      <TaggedText structure={{ tag: "P" }} style={{ color: palette.quiet }}>
        {scoreMeaning(model)}
      </TaggedText>
    </View>
  </View>
);

// Millions need smaller figures in a tile of this width.
const countSize = (count: number | null): number => {
  if (count === null) return 9;
  return count < 1_000_000 ? 16 : 12;
};

/** How many elements were found at each impact. */
export const ImpactCounts = ({ counts }: { counts: Counts }) => (
  <TaggedView
    structure={{ tag: "L", numbering: "None" }}
    style={{ flexDirection: "row", justifyContent: "space-between", marginBottom: 18 }}
    wrap={false}
  >
    {COUNTED.map((impact) => (
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
              {impactWords[impact]}
            </Text>
          </View>
        </TaggedView>
      </TaggedView>
    ))}
  </TaggedView>
);

type RoomProps = ModelProps & { room: Room };

const ELSEWHERE = "see the full report";

const Problem = ({ finding, model, room }: { finding: Finding } & RoomProps) => (
  <View>
    <TaggedText structure={{ tag: "P" }} style={{ fontWeight: 600 }}>
      {shorten(finding.who, room.who)}
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={styles.small}>
      {`${finding.impact ? impactWords[finding.impact] : "Impact not stated"} · ${extentOf(finding, model.pagesScanned)}`}
    </TaggedText>
    <TaggedText structure={{ tag: "P" }} style={styles.small}>
      {shorten(finding.title, room.title)}
    </TaggedText>
  </View>
);

const noProblems = ({ data }: ReportModel): string =>
  data.issues
    ? "The checks found no problem. What only a person can judge is still open."
    : "Findings were not measured in this audit.";

const heading = { ...styles.h3, marginTop: 4, marginBottom: 7 };

export const WorstProblems = ({ model, room, rest = ELSEWHERE }: RoomProps & { rest?: string | undefined }) => {
  const worst = model.problems.slice(0, room.problems);
  const more = model.problems.length + model.rulesLeftOut - worst.length;
  return (
    <>
      <TaggedText structure={{ tag: "H3" }} style={heading}>
        {worst.length === 1 && more === 0 ? "The one problem found" : "The worst problems"}
      </TaggedText>
      {worst.length === 0 ? (
        <TaggedText structure={{ tag: "P" }} style={styles.paragraph}>
          {noProblems(model)}
        </TaggedText>
      ) : null}
      {worst.length > 0 ? (
        <List
          numbered
          gap={7}
          items={worst.map((finding) => <Problem key={finding.anchor} finding={finding} model={model} room={room} />)}
        />
      ) : null}
      {more > 0 ? (
        <TaggedText structure={{ tag: "P" }} style={[styles.small, { marginBottom: 8 }]}>
          {`And ${counted(more, "more rule")}: ${rest}.`}
        </TaggedText>
      ) : null}
    </>
  );
};

export const NextSteps = ({ model, room }: RoomProps) => (
  <>
    <TaggedText structure={{ tag: "H3" }} style={heading}>
      What to do next
    </TaggedText>
    <List numbered gap={6} items={nextSteps(model).slice(0, room.steps)} />
  </>
);

type SummaryProps = ModelProps & {
  room?: Room;
  /** Where the problems are that have no room here. */
  rest?: string;
};

/** For someone who reads one page only. */
export const SummaryParts = ({ model, room = FULL_ROOM, rest }: SummaryProps) => (
  <View style={{ fontSize: 10.5 }}>
    <Verdict model={model} />
    <ImpactCounts counts={model.counts} />
    <WorstProblems model={model} room={room} rest={rest} />
    <NextSteps model={model} room={room} />
  </View>
);
