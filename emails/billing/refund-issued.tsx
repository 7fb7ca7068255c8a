import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoney } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { amount, currency } from "../fields";

const { facts: labels, refundIssued: texts } = emailsBilling;

export const refundIssued = defineEmail({
  purpose: "Confirms a refund.",
  data: { amount, currency },
  sample: { amount: 4900, currency: "eur" },
  subject: ({ amount: returned, currency: unit }) => texts.subject({ amount: formatMoney(returned, unit) }),
  body: ({ amount: returned, currency: unit }, page) => (
    <EmailLayout {...page} opens="billing" reason="billing" preview={texts.preview} heading={texts.heading}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: labels.amount, value: formatMoney(returned, unit) }]} />
    </EmailLayout>
  ),
});
