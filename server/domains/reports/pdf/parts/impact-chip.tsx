import { Path, Svg, Text, View } from "@react-pdf/renderer";
import { impacts } from "@/messages/texts/impacts";
import { reportSummary } from "@/messages/texts/report-summary";
import type { ReportImpact } from "../../report-data";
import { impactColours } from "../palette";

// Each impact has its own shape, so that impacts can be distinguished without colour.
const SHAPES: Record<ReportImpact, string> = {
  critical: "M3.5 0.5 H8.5 L11.5 3.5 V8.5 L8.5 11.5 H3.5 L0.5 8.5 V3.5 Z",
  serious: "M6 0.8 L11.6 11 H0.4 Z",
  moderate: "M6 0.4 L11.6 6 L6 11.6 L0.4 6 Z",
  minor: "M1.5 1.5 H10.5 V10.5 H1.5 Z",
  needs_review: "M6 0.8 A5.2 5.2 0 1 0 6 11.2 A5.2 5.2 0 1 0 6 0.8 Z M6 3 A3 3 0 1 1 6 9 A3 3 0 1 1 6 3 Z",
};

export const ImpactShape = ({ impact, size = 8 }: { impact: ReportImpact; size?: number }) => (
  <Svg width={size} height={size} viewBox="0 0 12 12">
    <Path d={SHAPES[impact]} fill={impactColours[impact].strong} fillRule="evenodd" />
  </Svg>
);

export const nameImpact = (impact: ReportImpact | null): string =>
  impact ? impacts[impact] : reportSummary.impactNotStated;

/** An impact as a shape, word and colour. */
export const ImpactChip = ({ impact }: { impact: ReportImpact | null }) => {
  const known = impact ?? "minor";
  const { text, fill } = impactColours[known];
  return (
    <View
      style={{
        flexDirection: "row",
        alignItems: "center",
        alignSelf: "flex-start",
        backgroundColor: fill,
        borderRadius: 4,
        paddingVertical: 2,
        paddingHorizontal: 6,
      }}
    >
      <ImpactShape impact={known} />
      <Text style={{ marginLeft: 4, fontSize: 8.5, lineHeight: 1.3, fontWeight: 600, color: text }}>
        {nameImpact(impact)}
      </Text>
    </View>
  );
};
