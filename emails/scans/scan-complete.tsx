import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { Counts, problemsFound, Score, scoreSentence } from "../_parts/scan-results";
import { defineEmail, emailData } from "../define-email";
import { address, impactCounts, score } from "../fields";

export const scanComplete = defineEmail({
  data: emailData({ website_url: address, score: score.nullable(), counts: impactCounts, results_url: address }),
  sample: {
    website_url: "https://shop.example",
    score: 82,
    counts: { critical: 3, serious: 12, moderate: 7, minor: 1, needs_review: 19 },
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url }) => `The audit of ${siteName(website_url)} is done`,
  body: ({ website_url, score: value, counts, results_url }, page) => (
    <Letter
      {...page}
      reason="website"
      preview={`${scoreSentence(value)}${problemsFound(counts)}`}
      heading={`The audit of ${siteName(website_url)} is done`}
      action={{ label: "See what to fix first", url: results_url }}
    >
      <Paragraph>
        We looked at <SafeLink url={website_url} />. {problemsFound(counts)}
      </Paragraph>
      <Score value={value} />
      <Counts counts={counts} />
    </Letter>
  ),
});
