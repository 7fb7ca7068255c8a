import { z } from "zod";
import { Facts } from "../_parts/facts";
import { plural } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { changeSentence, scoreChange } from "../_parts/scan-changes";
import { defineEmail, emailData } from "../define-email";
import { address, count, score } from "../fields";

const item = z.object({
  website_url: address,
  results_url: address,
  score: score.optional(),
  previous_score: score.optional(),
  new: count,
  fixed: count,
  regressed: count.optional(),
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

const capitalise = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);

const Website = ({ score: value, previous_score, website_url, results_url, ...changes }: z.infer<typeof item>) => (
  <>
    {value === undefined ? null : (
      <>
        <strong>{scoreChange(value, previous_score)}</strong>
        <br />
      </>
    )}
    {capitalise(changeSentence(changes))}
    <br />
    <SafeLink url={results_url} label={`See the results of ${siteName(website_url)}`} />
  </>
);

export const weeklyDigest = defineEmail({
  bulk: true,
  data: emailData({ items: z.array(item).max(100) }),
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
  subject: ({ items }) => `Your week: ${changeSentence(totals(items))} on ${plural(items.length, "website")}`,
  body: ({ items }, page) => (
    <Letter
      {...page}
      reason="digest"
      preview={items.map(({ website_url }) => siteName(website_url)).join(", ") || "No audits this week."}
      heading="Your week"
    >
      <Paragraph>
        {items.length === 0
          ? "None of your websites was audited this week."
          : `Problems across ${plural(items.length, "website")}: ${changeSentence(totals(items))}.`}
      </Paragraph>
      <Facts
        facts={items.map((entry, index) => ({
          key: `${index}`,
          label: siteName(entry.website_url),
          value: <Website {...entry} />,
        }))}
      />
    </Letter>
  ),
});
