import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address, words } from "../fields";

const { facts: labels, paymentFailed: texts } = emailsBilling;

export const paymentFailed = defineEmail({
  purpose: "Notifies the payer that a payment failed, with a link to update the payment method.",
  data: { plan: words, update_url: address },
  sample: { plan: "Agency", update_url: "https://curbcut.example/service/billing" },
  subject: ({ plan }) => texts.subject({ plan }),
  body: ({ plan, update_url }, page) => (
    <EmailLayout
      {...page}
      reason="billing"
      preview={texts.preview}
      heading={texts.heading}
      action={{ label: texts.action, url: update_url }}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: labels.plan, value: plan }]} />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
