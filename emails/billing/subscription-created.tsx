import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { facts: labels, subscriptionCreated: texts } = emailsBilling;

export const subscriptionCreated = defineEmail({
  purpose: "Confirms a new subscription.",
  data: { plan: words },
  sample: { plan: "Agency" },
  subject: ({ plan }) => texts.subject({ plan }),
  body: ({ plan }, page) => (
    <EmailLayout {...page} opens="billing" reason="billing" preview={texts.preview} heading={texts.subject({ plan })}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: labels.plan, value: plan }]} />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
