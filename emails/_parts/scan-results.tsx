import { Section, Text } from "react-email";
import type { Impact, ImpactCounts } from "../fields";
import { Facts } from "./facts";
import { formatNumber, formatScore, plural } from "./format";
import { SmallPrint } from "./paragraph";
import { fonts, light } from "./theme";

const impacts: readonly { impact: Impact; meaning: string }[] = [
  { impact: "critical", meaning: "some people cannot go on" },
  { impact: "serious", meaning: "some people have great trouble" },
  { impact: "moderate", meaning: "gets in the way" },
  { impact: "minor", meaning: "a nuisance" },
];

const scoreMeaning =
  "The score is the share of passed checks, weighted by harm, of what a machine can check. Some barriers only a person can find.";

export const impactLabel = (impact: Impact): string => impact.charAt(0).toUpperCase() + impact.slice(1);

export const hasProblems = (counts: ImpactCounts): boolean => impacts.some(({ impact }) => counts[impact] > 0);

/** "23 problems found, 3 of them critical." */
export const problemsFound = (counts: ImpactCounts): string => {
  const found = impacts.filter(({ impact }) => counts[impact] > 0);
  const total = found.reduce((sum, { impact }) => sum + counts[impact], 0);
  const worst = found[0];
  if (!worst) return "The checks found no problems.";
  const ofWorst = counts[worst.impact];
  if (ofWorst === total) return `${plural(total, `${worst.impact} problem`)} found.`;
  return `${plural(total, "problem")} found, ${formatNumber(ofWorst)} of them ${worst.impact}.`;
};

/** "82 of 100. ", or nothing where nothing could be measured. */
export const scoreSentence = (value: number | null): string => (value === null ? "" : `${formatScore(value)} of 100. `);

export const Score = ({ value }: { value: number | null }) =>
  value === null ? null : (
    <>
      <Section className="raised" style={{ margin: "0 0 12px", borderRadius: "8px", backgroundColor: light.raised }}>
        <Text
          className="ink"
          style={{
            margin: 0,
            padding: "16px 24px",
            color: light.ink,
            fontFamily: fonts.text,
            fontSize: "40px",
            fontWeight: 700,
            lineHeight: "48px",
          }}
        >
          {formatScore(value)}{" "}
          <span
            className="soft"
            style={{
              display: "inline-block",
              color: light.soft,
              fontSize: "18px",
              fontWeight: 400,
              lineHeight: "26px",
            }}
          >
            of 100 for accessibility
          </span>
        </Text>
      </Section>
      <SmallPrint>{scoreMeaning}</SmallPrint>
    </>
  );

export const Counts = ({ counts }: { counts: ImpactCounts }) => {
  const review = counts.needs_review;
  const rows = impacts.map(({ impact, meaning }) => ({
    label: impactLabel(impact),
    impact,
    value: (
      <>
        <strong>{formatNumber(counts[impact])}</strong>, {meaning}
      </>
    ),
  }));
  const needsReview = { label: "Needs review", value: `${plural(review ?? 0, "finding")} for a person to decide` };
  return <Facts facts={review === undefined ? rows : [...rows, needsReview]} />;
};
