import { Facts } from "../_parts/facts";
import { formatMoney } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { amount, currency, words } from "../fields";

export const paymentSucceeded = defineEmail({
  data: emailData({ plan: words, amount, currency }),
  sample: { plan: "Agency", amount: 14900, currency: "eur" },
  subject: ({ amount: paid, currency: unit }) => `Your payment of ${formatMoney(paid, unit)} was received`,
  body: ({ plan, amount: paid, currency: unit }, page) => (
    <Letter {...page} reason="billing" preview={`${plan} plan. Thank you.`} heading="Thank you for your payment">
      <Paragraph>Your payment was received. You don’t need to do anything else.</Paragraph>
      <Facts
        facts={[
          { label: "Plan", value: plan },
          { label: "Amount", value: formatMoney(paid, unit) },
        ]}
      />
    </Letter>
  ),
});
