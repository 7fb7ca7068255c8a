import { Facts } from "../_parts/facts";
import { formatNumber } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { changeSentence, scoreChange } from "../_parts/scan-changes";
import { defineEmail, emailData } from "../define-email";
import { address, scanDelta } from "../fields";

export const scheduledScanSummary = defineEmail({
  bulk: true,
  data: emailData({ website_url: address, delta: scanDelta, results_url: address }),
  sample: {
    website_url: "https://shop.example",
    delta: { new: 2, fixed: 5, regressed: 1, score: 86, previous_score: 82 },
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url, delta }) => `${siteName(website_url)}: ${changeSentence(delta)}`,
  body: ({ website_url, delta, results_url }, page) => (
    <Letter
      {...page}
      reason="digest"
      preview={`Since the last audit: ${changeSentence(delta)}.`}
      heading={`What changed on ${siteName(website_url)}`}
      action={{ label: "See what changed", url: results_url }}
    >
      <Paragraph>
        The scheduled audit of <SafeLink url={website_url} /> is done. This is how it compares with the one before.
      </Paragraph>
      <Facts
        facts={[
          { label: "New problems", value: formatNumber(delta.new) },
          { label: "Fixed", value: formatNumber(delta.fixed) },
          ...(delta.regressed === undefined ? [] : [{ label: "Came back", value: formatNumber(delta.regressed) }]),
          ...(delta.score === undefined
            ? []
            : [{ label: "Score", value: scoreChange(delta.score, delta.previous_score) }]),
        ]}
      />
    </Letter>
  ),
});
