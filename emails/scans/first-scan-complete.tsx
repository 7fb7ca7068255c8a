import { Letter } from "../_parts/letter";
import { List, steps } from "../_parts/list";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { Counts, hasProblems, problemsFound, Score, scoreSentence } from "../_parts/scan-results";
import { defineEmail, emailData } from "../define-email";
import { address, impactCounts, score } from "../fields";

const nextSteps = steps([
  "Open the fix plan. It puts the problems that harm the most people on top.",
  "Fix one kind of problem everywhere, rather than one page from top to bottom.",
  "Audit again. You see what is fixed, what is new, and what came back.",
]);

export const firstScanComplete = defineEmail({
  data: emailData({ website_url: address, score: score.nullable(), counts: impactCounts, results_url: address }),
  sample: {
    website_url: "https://shop.example",
    score: 64,
    counts: { critical: 9, serious: 31, moderate: 14, minor: 2 },
    results_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url }) => `Your first results are here: ${siteName(website_url)}`,
  body: ({ website_url, score: value, counts, results_url }, page) => (
    <Letter
      {...page}
      reason="website"
      preview={`${scoreSentence(value)}${problemsFound(counts)} How to read it, and what to do next.`}
      heading="Your first results are here"
      action={{ label: "Open the fix plan", url: results_url }}
    >
      <Paragraph>
        We looked at <SafeLink url={website_url} />. {problemsFound(counts)}{" "}
        {hasProblems(counts)
          ? "Almost every website starts like this, and most of it can be fixed step by step."
          : null}
      </Paragraph>
      <Score value={value} />
      <Counts counts={counts} />
      {hasProblems(counts) ? (
        <List ordered items={nextSteps} />
      ) : (
        <Paragraph>
          That is rare. Next come the questions that only a person can answer: the results list them.
        </Paragraph>
      )}
    </Letter>
  ),
});
