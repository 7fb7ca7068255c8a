import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { EmailLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, email } from "../fields";

const { facts: labels, emailChangeConfirm: texts } = emailsAccount;

export const emailChangeConfirm = defineEmail({
  purpose: "Asks a user to confirm a new email address. Sent to that address.",
  requested: true,
  data: { url: address, new_email: email },
  sample: { url: "https://curbcut.example/confirm-email?token=f04m2a", new_email: "ada@lovelace.example" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ url, new_email }, page) => (
    <EmailLayout
      {...page}
      reason="address"
      preview={texts.preview({ email: new_email })}
      heading={texts.heading}
      action={{ label: texts.action, url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: labels.newAddress, value: <EmailLink email={new_email} /> }]} />
      <Paragraph>{texts.effect}</Paragraph>
    </EmailLayout>
  ),
});
