import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { facts: labels, subscriptionUpdated: texts } = emailsBilling;

export const subscriptionUpdated = defineEmail({
  purpose: "Confirms a change of plan.",
  data: { from: words, to: words },
  sample: { from: "Starter", to: "Agency" },
  subject: ({ to }) => texts.subject({ plan: to }),
  body: ({ from, to }, page) => (
    <EmailLayout
      {...page}
      opens="billing"
      reason="billing"
      preview={texts.preview({ from, to })}
      heading={texts.subject({ plan: to })}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: labels.previousPlan, value: from },
          { label: labels.newPlan, value: to },
        ]}
      />
      <Paragraph>{texts.unexpected}</Paragraph>
    </EmailLayout>
  ),
});
