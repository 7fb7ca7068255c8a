import { Section, Text } from "react-email";
import { formatScore } from "@/messages/runtime/format-score";
import { bandOf } from "@/messages/runtime/score-bands";
import { emailsParts } from "@/messages/texts/emails-parts";
import { impacts as impactNames } from "@/messages/texts/impacts";
import { score as scoreTexts } from "@/messages/texts/score";
import type { Impact, ImpactCounts } from "../fields";
import { Facts } from "./facts";
import { SmallPrint } from "./paragraph";
import { fonts, light } from "./theme";

const impacts: readonly Impact[] = ["critical", "serious", "moderate", "minor"];

export const impactLabel = (impact: Impact): string => impactNames[impact];

export const hasFindings = (counts: ImpactCounts): boolean => impacts.some((impact) => counts[impact] > 0);

/** Returns a sentence about the pages that an audit missed because it used up its budget. */
export const missingSentence = (pages: number): string => emailsParts.missing({ pages });

/** Returns a sentence such as "23 findings, 3 of them critical." */
export const describeFindings = (counts: ImpactCounts): string => {
  const impact = impacts.find((each) => counts[each] > 0);
  if (!impact) return emailsParts.found.none;
  const count = impacts.reduce((sum, each) => sum + counts[each], 0);
  const worst = counts[impact];
  return worst === count
    ? emailsParts.found.sameImpact({ impact, count })
    : emailsParts.found.worst({ impact, count, worst });
};

/** Returns sentences such as "82 out of 100. 23 findings, 3 of them critical." Omits the score if there is none. */
export const resultSentences = (value: number | null, counts: ImpactCounts, low?: number | null): string => {
  const found = describeFindings(counts);
  return value === null ? found : emailsParts.found.withScore({ score: formatScore(value, low), found });
};

const Band = ({ value }: { value: number }) => {
  const { id, status } = bandOf(value);
  return (
    <Text
      className={status}
      style={{
        margin: 0,
        padding: "0 24px 16px",
        color: light[status],
        fontFamily: fonts.text,
        fontSize: "16px",
        fontWeight: 700,
        lineHeight: "24px",
      }}
    >
      {scoreTexts.bands[id]}
    </Text>
  );
};

export const Score = ({ value, low }: { value: number | null; low?: number | null | undefined }) =>
  value === null ? null : (
    <>
      <Section className="raised" style={{ margin: "0 0 12px", borderRadius: "8px", backgroundColor: light.raised }}>
        <Text
          className="ink"
          style={{
            margin: 0,
            padding: "16px 24px 4px",
            color: light.ink,
            fontFamily: fonts.text,
            fontSize: "40px",
            fontWeight: 700,
            lineHeight: "48px",
          }}
        >
          {emailsParts.score({
            score: formatScore(value, low),
            unit: (content) => (
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
                {content}
              </span>
            ),
          })}
        </Text>
        <Band value={value} />
      </Section>
      <SmallPrint>{emailsParts.scoreMeaning}</SmallPrint>
    </>
  );

export const Counts = ({ counts }: { counts: ImpactCounts }) => {
  const review = counts.needs_review;
  const rows = impacts.map((impact) => ({
    label: impactLabel(impact),
    impact,
    value: emailsParts.impacts[impact]({
      count: counts[impact],
      strong: (content) => <strong>{content}</strong>,
    }),
  }));
  const needsReview = { label: impactNames.needs_review, value: emailsParts.needsReview({ count: review ?? 0 }) };
  return <Facts facts={review === undefined ? rows : [...rows, needsReview]} />;
};
