import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { emailVerified: texts } = emailsAccount;

export const emailVerified = defineEmail({
  purpose: "Notifies a user that their email address is verified.",
  data: { name: words },
  sample: { name: "Ada" },
  subject: () => texts.subject,
  body: ({ name }, page) => (
    <EmailLayout {...page} opens="addWebsite" reason="account" preview={texts.preview} heading={texts.subject}>
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
