import { z } from "zod";
import { formatList } from "@/messages/runtime/formats";
import { emailsScans } from "@/messages/texts/emails-scans";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { changeSentence, hasChanges, scoreChange } from "../_parts/scan-changes";
import { missingSentence } from "../_parts/scan-results";
import { defineEmail } from "../define-email";
import { address, count, score, scoreLow } from "../fields";

const { weeklyDigest: texts } = emailsScans;

const item = z.object({
  website_url: address,
  results_url: address,
  score: score.optional(),
  score_low: scoreLow,
  previous_score: score.optional(),
  new: count,
  fixed: count,
  regressed: count.optional(),
  /** Number of pages missing from a partial audit. */
  pages_missing: count.optional(),
});

const totals = (items: readonly z.infer<typeof item>[]) =>
  items.reduce(
    (sum, { new: added, fixed, regressed = 0 }) => ({
      new: sum.new + added,
      fixed: sum.fixed + fixed,
      regressed: sum.regressed + regressed,
    }),
    { new: 0, fixed: 0, regressed: 0 },
  );

const siteNames = (items: readonly z.infer<typeof item>[]): string =>
  formatList(
    items.map(({ website_url }) => siteName(website_url)),
    { type: "unit" },
  );

const Website = ({
  score: value,
  score_low,
  previous_score,
  website_url,
  results_url,
  pages_missing = 0,
  ...changes
}: z.infer<typeof item>) => (
  <>
    {value === undefined ? null : (
      <>
        <strong>{scoreChange(value, previous_score, score_low)}</strong>
        <br />
      </>
    )}
    {hasChanges(changes) ? changeSentence(changes) : texts.noChanges}
    <br />
    {pages_missing > 0 ? (
      <>
        {missingSentence(pages_missing)}
        <br />
      </>
    ) : null}
    <SafeLink url={results_url} label={texts.action({ website: siteName(website_url) })} />
  </>
);

export const weeklyDigest = defineEmail({
  purpose: "Summarises a week's audits across several websites.",
  bulk: true,
  data: { items: z.array(item).max(100) },
  sample: {
    items: [
      {
        website_url: "https://shop.example",
        results_url: "https://curbcut.example/accessibility/audits/0199",
        score: 86,
        previous_score: 82,
        new: 2,
        fixed: 5,
      },
      {
        website_url: "https://library.example",
        results_url: "https://curbcut.example/accessibility/audits/0200",
        score: 97,
        new: 0,
        fixed: 0,
      },
    ],
  },
  subject: ({ items }) => texts.subject({ changes: changeSentence(totals(items)), count: items.length }),
  body: ({ items }, page) => (
    <EmailLayout
      {...page}
      reason="digest"
      preview={items.length > 0 ? siteNames(items) : texts.previewNone}
      heading={texts.heading}
    >
      <Paragraph>{texts.lead({ count: items.length, changes: changeSentence(totals(items)) })}</Paragraph>
      <Facts
        facts={items.map((entry, index) => ({
          key: `${index}`,
          label: siteName(entry.website_url),
          value: <Website {...entry} />,
        }))}
      />
    </EmailLayout>
  ),
});
