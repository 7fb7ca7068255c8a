import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const subscriptionCreated = defineEmail({
  data: emailData({ plan: words }),
  sample: { plan: "Agency" },
  subject: ({ plan }) => `Your ${plan} plan is active`,
  body: ({ plan }, page) => (
    <Letter {...page} reason="billing" preview="Its limits apply from now on." heading={`Your ${plan} plan is active`}>
      <Paragraph>Thank you. Everything in the plan is open to your organisation from now on.</Paragraph>
      <Facts facts={[{ label: "Plan", value: plan }]} />
      <Paragraph>You can change or cancel it at any time under plan and invoices.</Paragraph>
    </Letter>
  ),
});
