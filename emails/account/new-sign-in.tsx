import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { formatMoment } from "../_parts/format";
import { OriginFacts } from "../_parts/origin-facts";
import { Paragraph } from "../_parts/paragraph";
import { securing } from "../_parts/securing";
import { defineEmail } from "../define-email";
import { address, moment, text } from "../fields";

const { newSignIn: texts } = emailsAccount;

export const newSignIn = defineEmail({
  purpose: "Notifies a user of a sign-in from a new device or network.",
  data: { when: moment, ip: text.max(100), agent: text, url: address.optional() },
  sample: {
    when: "2026-11-20T09:00:00.000Z",
    ip: "203.0.113.24",
    agent: "Firefox on Windows",
    url: "https://curbcut.example/secure-account?token=5k2m9x",
  },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ when, ip, agent, url }, page) => (
    <EmailLayout
      {...page}
      reason="account"
      preview={texts.preview({ agent, date: formatMoment(when) })}
      heading={texts.heading}
      {...(url ? securing(url) : {})}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <OriginFacts when={when} agent={agent} ip={ip} />
      <Paragraph>{url ? emailsAccount.wasNotYou : texts.change}</Paragraph>
    </EmailLayout>
  ),
});
