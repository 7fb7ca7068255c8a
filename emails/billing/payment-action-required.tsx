import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address } from "../fields";

const { paymentActionRequired: texts } = emailsBilling;

export const paymentActionRequired = defineEmail({
  purpose: "Asks the payer to confirm a payment with their bank.",
  data: { url: address },
  sample: { url: "https://pay.example/confirm/in_1Q8" },
  subject: () => texts.subject,
  body: ({ url }, page) => (
    <EmailLayout
      {...page}
      reason="billing"
      preview={texts.preview}
      heading={texts.subject}
      action={{ label: texts.action, url }}
    >
      <Paragraph>{texts.lead}</Paragraph>
    </EmailLayout>
  ),
});
