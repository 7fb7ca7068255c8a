import { emailsScans } from "@/messages/texts/emails-scans";
import { EmailLayout } from "../_parts/email-layout";
import { List, steps } from "../_parts/list";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { Counts, describeFindings, hasFindings, missingSentence, resultSentences, Score } from "../_parts/scan-results";
import { defineEmail } from "../define-email";
import { address, count, impactCounts, score, scoreLow } from "../fields";

const { firstScanComplete: texts } = emailsScans;

export const firstScanComplete = defineEmail({
  purpose: "Sends the results of an organisation's first audit, with next steps.",
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
    score: 64,
    counts: { critical: 9, serious: 31, moderate: 14, minor: 2 },
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url }) => texts.subject({ website: siteName(website_url) }),
  body: ({ website_url, score: value, score_low, counts, results_url, pages_missing = 0 }, page) => (
    <EmailLayout
      {...page}
      reason="website"
      preview={texts.preview({ results: resultSentences(value, counts, score_low) })}
      heading={texts.heading}
      action={{ label: emailsScans.seeFirst, url: results_url }}
    >
      <Paragraph>
        {(hasFindings(counts) ? texts.lead : emailsScans.audited)({
          website: () => <SafeLink url={website_url} />,
          found: describeFindings(counts),
        })}
      </Paragraph>
      {pages_missing > 0 ? <Paragraph>{missingSentence(pages_missing)}</Paragraph> : null}
      <Score value={value} low={score_low} />
      <Counts counts={counts} />
      {hasFindings(counts) ? <List ordered items={steps(texts.nextSteps)} /> : <Paragraph>{texts.rare}</Paragraph>}
    </EmailLayout>
  ),
});
