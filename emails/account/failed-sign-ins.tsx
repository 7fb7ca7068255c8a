import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { attemptsData, attemptsSample } from "../_parts/failed-attempts";
import { OriginFacts } from "../_parts/origin-facts";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";

const { facts: labels, failedSignIns: texts } = emailsAccount;

export const failedSignIns = defineEmail({
  purpose: "Notifies a user, at most once a day, of repeated sign-in attempts with wrong passwords.",
  data: attemptsData,
  sample: { ...attemptsSample, url: "https://curbcut.example/forgot-password" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ count, when, ip, agent, url }, page) => (
    <EmailLayout
      {...page}
      reason="account"
      preview={texts.preview({ count })}
      heading={texts.heading}
      action={{ label: texts.action, url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead({ count })}</Paragraph>
      <OriginFacts label={labels.lastAttempt} when={when} agent={agent} ip={ip} />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
