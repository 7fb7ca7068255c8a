import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { securing } from "../_parts/securing";
import { defineEmail } from "../define-email";
import { address, moment, words } from "../fields";

const { facts: labels, passwordChanged: texts } = emailsAccount;

export const passwordChanged = defineEmail({
  purpose: "Notifies a user that their password was changed.",
  data: { name: words, when: moment, url: address.optional() },
  sample: { name: "Ada", when: "2026-11-20T09:00:00.000Z" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ name, when, url }, page) => (
    <EmailLayout
      {...page}
      opens="resetPassword"
      reason="account"
      preview={emailsAccount.wasYou}
      heading={texts.heading}
      {...(url ? securing(url) : {})}
    >
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: labels.when, value: formatMoment(when) }]} />
      <Paragraph>{url ? emailsAccount.wasNotYou : texts.reset}</Paragraph>
    </EmailLayout>
  ),
});
