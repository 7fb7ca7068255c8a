import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { attemptsData, attemptsSample } from "../_parts/failed-attempts";
import { OriginFacts } from "../_parts/origin-facts";
import { Paragraph } from "../_parts/paragraph";
import { securing } from "../_parts/securing";
import { defineEmail } from "../define-email";

const { facts: labels, failedConfirmations: texts } = emailsAccount;

export const failedConfirmations = defineEmail({
  purpose: "Notifies a user, at most once a day, of repeated wrong passwords in a signed-in session.",
  data: attemptsData,
  sample: { ...attemptsSample, url: "https://curbcut.example/secure-account?token=5k2m9x" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ count, when, ip, agent, url }, page) => (
    <EmailLayout
      {...page}
      reason="account"
      preview={texts.preview({ count })}
      heading={texts.heading}
      {...securing(url)}
    >
      <Paragraph>{texts.lead({ count })}</Paragraph>
      <OriginFacts label={labels.lastAttempt} when={when} agent={agent} ip={ip} />
      <Paragraph>{texts.wasNotYou}</Paragraph>
    </EmailLayout>
  ),
});
