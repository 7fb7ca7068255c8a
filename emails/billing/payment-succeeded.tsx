import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoney } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { amount, currency, words } from "../fields";

const { facts: labels, paymentSucceeded: texts } = emailsBilling;

export const paymentSucceeded = defineEmail({
  purpose: "Confirms a payment.",
  data: { plan: words, amount, currency },
  sample: { plan: "Agency", amount: 14900, currency: "eur" },
  subject: ({ amount: paid, currency: unit }) => texts.subject({ amount: formatMoney(paid, unit) }),
  body: ({ plan, amount: paid, currency: unit }, page) => (
    <EmailLayout {...page} opens="billing" reason="billing" preview={texts.preview({ plan })} heading={texts.heading}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: labels.plan, value: plan },
          { label: labels.amount, value: formatMoney(paid, unit) },
        ]}
      />
    </EmailLayout>
  ),
});
