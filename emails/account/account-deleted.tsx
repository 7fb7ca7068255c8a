import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { HelpContact } from "../_parts/help-contact";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { email, words } from "../fields";

const { accountDeleted: texts } = emailsAccount;

export const accountDeleted = defineEmail({
  purpose: "Confirms that an account was deleted.",
  data: { name: words, contact: email.optional() },
  sample: { name: "Ada" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ name, contact }, page) => (
    <EmailLayout {...page} reason="former" preview={texts.preview} heading={texts.heading} action={null}>
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <Paragraph>{texts.wasNotYou({ contact: () => <HelpContact {...page} contact={contact} /> })}</Paragraph>
    </EmailLayout>
  ),
});
