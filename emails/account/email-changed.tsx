import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { HelpContact } from "../_parts/help-contact";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { EmailLink } from "../_parts/safe-link";
import { securing } from "../_parts/securing";
import { defineEmail } from "../define-email";
import { address, email, moment, words } from "../fields";

const { facts: labels, emailChanged: texts } = emailsAccount;

export const emailChanged = defineEmail({
  purpose: "Notifies the old address that the account's email address was changed.",
  data: {
    name: words,
    new_email: email,
    when: moment,
    url: address.optional(),
    contact: email.optional(),
  },
  sample: { name: "Ada", new_email: "ada@lovelace.example", when: "2026-11-20T09:00:00.000Z" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ name, new_email, when, url, contact }, page) => (
    <EmailLayout
      {...page}
      reason="former"
      preview={emailsAccount.wasYou}
      heading={texts.heading}
      {...(url ? securing(url) : { action: null })}
    >
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: labels.newAddress, value: <EmailLink email={new_email} /> },
          { label: labels.when, value: formatMoment(when) },
        ]}
      />
      <Paragraph>
        {url ? texts.undo : texts.ask({ contact: () => <HelpContact {...page} contact={contact} /> })}
      </Paragraph>
    </EmailLayout>
  ),
});
