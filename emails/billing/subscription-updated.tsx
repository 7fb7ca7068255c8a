import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const subscriptionUpdated = defineEmail({
  data: emailData({ from: words, to: words }),
  sample: { from: "Starter", to: "Agency" },
  subject: ({ to }) => `Your plan is now ${to}`,
  body: ({ from, to }, page) => (
    <Letter {...page} reason="billing" preview={`Changed from ${from} to ${to}.`} heading={`Your plan is now ${to}`}>
      <Paragraph>The plan of your organisation was changed. Its limits apply from now on.</Paragraph>
      <Facts
        facts={[
          { label: "Before", value: from },
          { label: "Now", value: to },
        ]}
      />
      <Paragraph>If nobody in your organisation meant to do this, check it under plan and invoices.</Paragraph>
    </Letter>
  ),
});
