import { Circle, Path, Text, View } from "@react-pdf/renderer";
import { bandOf } from "@/messages/runtime/score-bands";
import { reportScores } from "@/messages/texts/report-scores";
import { score as texts } from "@/messages/texts/score";
import { impactColours, palette, passedColours } from "../palette";
import { formatScore } from "../text/format";
import { TaggedSvg, TaggedText } from "./tagged";

type RingProps = {
  label: string;
  score: number | null;
  /** Lower end of the score's range. The ring is lighter between this end and the score. */
  low?: number | null;
  accent: string;
  size: number;
};

const CENTRE = 50;
const RADIUS = 43;
const STROKE = 9;

const arc = (share: number): string => {
  const angle = share * 2 * Math.PI;
  const x = CENTRE + RADIUS * Math.sin(angle);
  const y = CENTRE - RADIUS * Math.cos(angle);
  return `M${CENTRE} ${CENTRE - RADIUS} A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y}`;
};

const Arc = ({ share, ...style }: { share: number; stroke: string; opacity?: number }) => {
  if (share <= 0) return null;
  const common = { ...style, strokeWidth: STROKE, fill: "none" } as const;
  return share >= 1 ? (
    <Circle cx={CENTRE} cy={CENTRE} r={RADIUS} {...common} />
  ) : (
    <Path d={arc(share)} strokeLinecap="round" {...common} />
  );
};

const Ring = ({ label, score, low = null, accent, size }: RingProps) => {
  const alt =
    score === null
      ? reportScores.scores.notMeasured({ label })
      : reportScores.scores.outOf({ label, score: formatScore(score, low) });
  return (
    <TaggedSvg structure={{ tag: "Figure", alt }} width={size} height={size} viewBox="0 0 100 100">
      <Circle cx={CENTRE} cy={CENTRE} r={RADIUS} stroke={palette.line} strokeWidth={STROKE} fill="none" />
      {low === null ? null : <Arc share={(score ?? 0) / 100} stroke={accent} opacity={0.4} />}
      <Arc share={(low ?? score ?? 0) / 100} stroke={accent} />
    </TaggedSvg>
  );
};

const fontSizeOf = (text: string, score: number | null): number => {
  if (score === null) return 0.11;
  return text.length > 3 ? 0.17 : 0.3;
};

/** A score as a ring with its number or range inside. */
export const ScoreRing = ({ label, score, low = null, accent, size }: RingProps) => {
  const text = formatScore(score, low);
  return (
    <View style={{ width: size, height: size }}>
      <Ring label={label} score={score} low={low} accent={accent} size={size} />
      <View style={{ position: "absolute", top: 0, left: 0, width: size, height: size, justifyContent: "center" }}>
        <Text
          style={{
            textAlign: "center",
            fontSize: size * fontSizeOf(text, score),
            fontWeight: 600,
            lineHeight: 1.1,
            color: score === null ? palette.quiet : palette.ink,
          }}
        >
          {text}
        </Text>
      </View>
    </View>
  );
};

/** The band of a score as a word, on the band's colour. */
export const BandChip = ({ score }: { score: number }) => {
  const { id, status } = bandOf(score);
  const { text, fill } = status === "passed" ? passedColours : impactColours[status];
  return (
    <View style={{ alignSelf: "flex-start", backgroundColor: fill, borderRadius: 4, marginBottom: 5 }}>
      <TaggedText
        structure={{ tag: "P" }}
        style={{ paddingVertical: 2, paddingHorizontal: 6, fontSize: 9, lineHeight: 1.3, fontWeight: 600, color: text }}
      >
        {texts.bands[id]}
      </TaggedText>
    </View>
  );
};
