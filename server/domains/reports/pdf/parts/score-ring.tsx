import { Circle, Path, Text, View } from "@react-pdf/renderer";
import { reportScores } from "@/messages/texts/report-scores";
import { palette } from "../palette";
import { formatScore } from "../text/format";
import { TaggedSvg } from "./tagged";

type RingProps = { label: string; score: number | null; accent: string; size: number };

const CENTRE = 50;
const RADIUS = 43;
const STROKE = 9;

const arc = (share: number): string => {
  const angle = share * 2 * Math.PI;
  const x = CENTRE + RADIUS * Math.sin(angle);
  const y = CENTRE - RADIUS * Math.cos(angle);
  return `M${CENTRE} ${CENTRE - RADIUS} A${RADIUS} ${RADIUS} 0 ${share > 0.5 ? 1 : 0} 1 ${x} ${y}`;
};

const Ring = ({ label, score, accent, size }: RingProps) => {
  const share = (score ?? 0) / 100;
  const alt =
    score === null
      ? reportScores.scores.notMeasured({ label })
      : reportScores.scores.outOf({ label, score: formatScore(score) });
  return (
    <TaggedSvg structure={{ tag: "Figure", alt }} width={size} height={size} viewBox="0 0 100 100">
      <Circle cx={CENTRE} cy={CENTRE} r={RADIUS} stroke={palette.line} strokeWidth={STROKE} fill="none" />
      {share >= 1 ? (
        <Circle cx={CENTRE} cy={CENTRE} r={RADIUS} stroke={accent} strokeWidth={STROKE} fill="none" />
      ) : null}
      {share > 0 && share < 1 ? (
        <Path d={arc(share)} stroke={accent} strokeWidth={STROKE} strokeLinecap="round" fill="none" />
      ) : null}
    </TaggedSvg>
  );
};

/** A score as a ring with its number inside. */
export const ScoreRing = ({ label, score, accent, size }: RingProps) => (
  <View style={{ width: size, height: size }}>
    <Ring label={label} score={score} accent={accent} size={size} />
    <View style={{ position: "absolute", top: 0, left: 0, width: size, height: size, justifyContent: "center" }}>
      <Text
        style={{
          textAlign: "center",
          fontSize: score === null ? size * 0.11 : size * 0.3,
          fontWeight: 600,
          lineHeight: 1.1,
          color: score === null ? palette.quiet : palette.ink,
        }}
      >
        {formatScore(score)}
      </Text>
    </View>
  </View>
);
