import { formatNumber } from "@/messages/runtime/formats";
import { emailsScans } from "@/messages/texts/emails-scans";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { changeSentence, scoreChange } from "../_parts/scan-changes";
import { missingSentence } from "../_parts/scan-results";
import { defineEmail } from "../define-email";
import { address, count, scanDelta } from "../fields";

const { scheduledScanSummary: texts } = emailsScans;

export const scheduledScanSummary = defineEmail({
  purpose: "Summarises the changes since the previous scheduled audit.",
  bulk: true,
  data: { website_url: address, delta: scanDelta, results_url: address, pages_missing: count.optional() },
  sample: {
    website_url: "https://shop.example",
    delta: { new: 2, fixed: 5, regressed: 1, score: 86, previous_score: 82 },
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url, delta }) =>
    texts.subject({ website: siteName(website_url), changes: changeSentence(delta) }),
  body: ({ website_url, delta, results_url, pages_missing = 0 }, page) => (
    <EmailLayout
      {...page}
      reason="digest"
      preview={texts.preview({ changes: changeSentence(delta) })}
      heading={texts.heading({ website: siteName(website_url) })}
      action={{ label: texts.action, url: results_url }}
    >
      <Paragraph>{texts.lead({ website: () => <SafeLink url={website_url} /> })}</Paragraph>
      {pages_missing > 0 ? <Paragraph>{texts.missing({ missing: missingSentence(pages_missing) })}</Paragraph> : null}
      <Facts
        facts={[
          { label: texts.added, value: formatNumber(delta.new) },
          { label: texts.fixed, value: formatNumber(delta.fixed) },
          ...(delta.regressed === undefined ? [] : [{ label: texts.regressed, value: formatNumber(delta.regressed) }]),
          ...(delta.score === undefined
            ? []
            : [{ label: texts.score, value: scoreChange(delta.score, delta.previous_score, delta.score_low) }]),
        ]}
      />
    </EmailLayout>
  ),
});
