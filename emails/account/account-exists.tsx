import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address } from "../fields";

const { accountExists: texts } = emailsAccount;

export const accountExists = defineEmail({
  purpose: "Notifies a person who signs up again that they already have an account.",
  requested: true,
  data: { url: address },
  sample: { url: "https://curbcut.example/sign-in" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ url }, page) => (
    <EmailLayout
      {...page}
      reason="address"
      preview={texts.preview}
      heading={texts.heading}
      action={{ label: texts.action, url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead({ brand: page.brand.name })}</Paragraph>
      <Paragraph>{texts.wasYou}</Paragraph>
    </EmailLayout>
  ),
});
