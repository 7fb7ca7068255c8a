import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address } from "../fields";

const { passwordReset: texts } = emailsAccount;

export const passwordReset = defineEmail({
  purpose: "Sends a user the link to reset their password.",
  requested: true,
  data: { url: address },
  sample: { url: "https://curbcut.example/reset-password?token=8d1kq0" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ url }, page) => (
    <EmailLayout
      {...page}
      reason="account"
      preview={texts.preview}
      heading={texts.heading}
      action={{ label: texts.action, url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Paragraph>{texts.effect}</Paragraph>
    </EmailLayout>
  ),
});
