import { Facts } from "../_parts/facts";
import { formatMoney } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { amount, currency } from "../fields";

export const refundIssued = defineEmail({
  data: emailData({ amount, currency }),
  sample: { amount: 4900, currency: "eur" },
  subject: ({ amount: returned, currency: unit }) => `${formatMoney(returned, unit)} is on its way back to you`,
  body: ({ amount: returned, currency: unit }, page) => (
    <Letter
      {...page}
      reason="billing"
      preview="How long it takes is up to your bank."
      heading="Your refund is on its way"
    >
      <Paragraph>
        We sent the money back the way you paid. Banks usually take 5 to 10 working days to show it.
      </Paragraph>
      <Facts facts={[{ label: "Amount", value: formatMoney(returned, unit) }]} />
    </Letter>
  ),
});
