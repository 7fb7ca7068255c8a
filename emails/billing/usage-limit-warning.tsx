import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatQuantity } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { quantity } from "../fields";

const { facts: labels, usageLimitWarning: texts } = emailsBilling;

export const usageLimitWarning = defineEmail({
  purpose: "Warns that a plan limit has almost been reached.",
  data: { limit: quantity, used: quantity },
  sample: { limit: "25 websites", used: 22 },
  subject: ({ limit, used }) => texts.subject({ used: formatQuantity(used), limit: formatQuantity(limit) }),
  body: ({ limit, used }, page) => (
    <EmailLayout {...page} opens="billing" reason="billing" preview={texts.preview} heading={texts.heading}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: labels.limit, value: formatQuantity(limit) },
          { label: labels.used, value: formatQuantity(used) },
        ]}
      />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
