import { z } from "zod";
import { Facts } from "../_parts/facts";
import { plural } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { impactLabel } from "../_parts/scan-results";
import { defineEmail, emailData } from "../define-email";
import { address, count, impact, text } from "../fields";

const SHOWN_ISSUES = 10;

const newIssue = z.object({ title: text, impact, pages: count.optional() });

const problems = (total: number) => plural(total, "new problem");

export const regressionAlert = defineEmail({
  data: emailData({ website_url: address, new_issues: z.array(newIssue).min(1).max(1_000), results_url: address }),
  sample: {
    website_url: "https://shop.example",
    new_issues: [
      { title: "People using a screen reader can’t tell what these buttons do", impact: "critical", pages: 41 },
      { title: "This text is hard to read for people with low vision", impact: "serious", pages: 3 },
    ],
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url, new_issues }) => `${siteName(website_url)}: ${problems(new_issues.length)}`,
  body: ({ website_url, new_issues, results_url }, page) => (
    <Letter
      {...page}
      reason="website"
      preview={new_issues[0]?.title ?? ""}
      heading={`${problems(new_issues.length)} on ${siteName(website_url)}`}
      action={{ label: "See the new problems", url: results_url }}
    >
      <Paragraph>
        The latest audit of <SafeLink url={website_url} /> found problems that were not there before. Fixing them soon
        is easiest: what caused them is still fresh.
      </Paragraph>
      <Facts
        facts={new_issues.slice(0, SHOWN_ISSUES).map((issue, index) => ({
          key: `${index}`,
          label: impactLabel(issue.impact),
          impact: issue.impact,
          value: issue.pages === undefined ? issue.title : `${issue.title} (${plural(issue.pages, "page")})`,
        }))}
      />
      {new_issues.length > SHOWN_ISSUES ? (
        <Paragraph>And {new_issues.length - SHOWN_ISSUES} more in the results.</Paragraph>
      ) : null}
    </Letter>
  ),
});
