import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { HelpContact } from "../_parts/help-contact";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { EmailLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { email, moment, words } from "../fields";

const { facts: labels, emailChangeDone: texts } = emailsAccount;

export const emailChangeDone = defineEmail({
  purpose: "Notifies the new address that the account's email address was changed.",
  data: { name: words, old_email: email, when: moment, contact: email.optional() },
  sample: { name: "Ada", old_email: "ada@byron.example", when: "2026-11-20T09:00:00.000Z" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ name, old_email, when, contact }, page) => (
    <EmailLayout {...page} reason="account" preview={texts.preview} heading={texts.heading}>
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: labels.previousAddress, value: <EmailLink email={old_email} /> },
          { label: labels.when, value: formatMoment(when) },
        ]}
      />
      <Paragraph>{texts.wasNotYou({ contact: () => <HelpContact {...page} contact={contact} /> })}</Paragraph>
    </EmailLayout>
  ),
});
