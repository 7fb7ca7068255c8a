import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address, text } from "../fields";

const { invoiceAvailable: texts } = emailsBilling;

export const invoiceAvailable = defineEmail({
  purpose: "Sends the link to a new invoice.",
  data: { url: address, number: text.max(200) },
  sample: { url: "https://pay.example/invoices/in_1Q8", number: "CC-2026-0042" },
  subject: ({ number }, brand) => texts.subject({ number, brand: brand.name }),
  body: ({ url, number }, page) => (
    <EmailLayout
      {...page}
      reason="billing"
      preview={texts.preview}
      heading={texts.heading}
      action={{ label: texts.action, url }}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: texts.number, value: number }]} />
    </EmailLayout>
  ),
});
