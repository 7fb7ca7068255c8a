import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address, words } from "../fields";

export const paymentFailed = defineEmail({
  data: emailData({ plan: words, update_url: address }),
  sample: { plan: "Agency", update_url: "https://curbcut.example/app/billing" },
  subject: ({ plan }) => `Your payment for the ${plan} plan did not go through`,
  body: ({ plan, update_url }, page) => (
    <Letter
      {...page}
      reason="billing"
      preview="Check how you pay. Your results are kept."
      heading="Your payment did not go through"
      action={{ label: "Check how you pay", url: update_url }}
    >
      <Paragraph>
        The payment was not accepted. Often a card has expired, or the bank wants to hear from you first.
      </Paragraph>
      <Facts facts={[{ label: "Plan", value: plan }]} />
      <Paragraph>Your websites and results are kept. Please check how you pay, so that audits can go on.</Paragraph>
    </Letter>
  ),
});
