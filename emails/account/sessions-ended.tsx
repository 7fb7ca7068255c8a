import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { securing } from "../_parts/securing";
import { defineEmail } from "../define-email";
import { address, moment, words } from "../fields";

const { facts: labels, sessionsEnded: texts } = emailsAccount;

export const sessionsEnded = defineEmail({
  purpose: "Notifies a user that their other sessions were revoked.",
  data: { name: words, when: moment, url: address },
  sample: { name: "Ada", when: "2026-11-20T09:00:00.000Z", url: "https://curbcut.example/secure-account?token=5k2m9x" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ name, when, url }, page) => (
    <EmailLayout {...page} reason="account" preview={emailsAccount.wasYou} heading={texts.heading} {...securing(url)}>
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: labels.when, value: formatMoment(when) }]} />
      <Paragraph>{emailsAccount.wasNotYou}</Paragraph>
    </EmailLayout>
  ),
});
