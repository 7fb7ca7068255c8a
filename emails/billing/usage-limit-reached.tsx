import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatQuantity } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { quantity } from "../fields";

const { facts: labels, usageLimitReached: texts } = emailsBilling;

export const usageLimitReached = defineEmail({
  purpose: "Notifies the recipient that a plan limit has been reached.",
  data: { limit: quantity },
  sample: { limit: "25 websites" },
  subject: ({ limit }) => texts.subject({ limit: formatQuantity(limit) }),
  body: ({ limit }, page) => (
    <EmailLayout {...page} opens="billing" reason="billing" preview={texts.preview} heading={texts.heading}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: labels.limit, value: formatQuantity(limit) }]} />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
