import { emailsScans } from "@/messages/texts/emails-scans";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { Counts, describeFindings, missingSentence, resultSentences, Score } from "../_parts/scan-results";
import { defineEmail } from "../define-email";
import { address, count, impactCounts, score, scoreLow } from "../fields";

const { scanComplete: texts } = emailsScans;

export const scanComplete = defineEmail({
  purpose: "Sends the results of an audit.",
  data: {
    website_url: address,
    score: score.nullable(),
    score_low: scoreLow,
    counts: impactCounts,
    results_url: address,
    pages_missing: count.optional(),
  },
  sample: {
    website_url: "https://shop.example",
    score: 78,
    score_low: 62,
    counts: { critical: 3, serious: 12, moderate: 7, minor: 1, needs_review: 19 },
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url }) => texts.title({ website: siteName(website_url) }),
  body: ({ website_url, score: value, score_low, counts, results_url, pages_missing = 0 }, page) => (
    <EmailLayout
      {...page}
      reason="website"
      preview={resultSentences(value, counts, score_low)}
      heading={texts.title({ website: siteName(website_url) })}
      action={{ label: emailsScans.seeFirst, url: results_url }}
    >
      <Paragraph>
        {emailsScans.audited({ website: () => <SafeLink url={website_url} />, found: describeFindings(counts) })}
      </Paragraph>
      {pages_missing > 0 ? <Paragraph>{missingSentence(pages_missing)}</Paragraph> : null}
      <Score value={value} low={score_low} />
      <Counts counts={counts} />
    </EmailLayout>
  ),
});
