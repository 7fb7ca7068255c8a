import { z } from "zod";
import { emailsScans } from "@/messages/texts/emails-scans";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { impactLabel } from "../_parts/scan-results";
import { defineEmail } from "../define-email";
import { address, count, impact, text } from "../fields";

const { regressionAlert: texts } = emailsScans;

const SHOWN_ISSUES = 10;

const newIssue = z.object({ title: text, impact, pages: count.optional() });

export const regressionAlert = defineEmail({
  purpose: "Warns of issues that the previous audit didn't find.",
  data: { website_url: address, new_issues: z.array(newIssue).min(1).max(1_000), results_url: address },
  sample: {
    website_url: "https://shop.example",
    new_issues: [
      { title: "People who use a screen reader can’t tell what these buttons do", impact: "critical", pages: 41 },
      { title: "This text is hard to read for people with low vision", impact: "serious", pages: 3 },
    ],
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url, new_issues }) => texts.subject({ website: siteName(website_url), count: new_issues.length }),
  body: ({ website_url, new_issues, results_url }, page) => (
    <EmailLayout
      {...page}
      reason="website"
      preview={new_issues[0]?.title ?? ""}
      heading={texts.heading({ website: siteName(website_url), count: new_issues.length })}
      action={{ label: texts.action, url: results_url }}
    >
      <Paragraph>{texts.lead({ website: () => <SafeLink url={website_url} /> })}</Paragraph>
      <Facts
        facts={new_issues.slice(0, SHOWN_ISSUES).map((issue, index) => ({
          key: `${index}`,
          label: impactLabel(issue.impact),
          impact: issue.impact,
          value: issue.pages === undefined ? issue.title : texts.onPages({ title: issue.title, pages: issue.pages }),
        }))}
      />
      {new_issues.length > SHOWN_ISSUES ? (
        <Paragraph>{texts.more({ count: new_issues.length - SHOWN_ISSUES })}</Paragraph>
      ) : null}
    </EmailLayout>
  ),
});
