import { z } from "zod";
import { emailsMonitoring } from "@/messages/texts/emails-monitoring";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { text } from "../fields";

const { certificateExpiring: texts } = emailsMonitoring;

const titleOf = (host: string, days: number): string =>
  days < 0 ? texts.expired({ host }) : texts.expires({ host, days });

export const certificateExpiring = defineEmail({
  purpose: "Warns that a website's certificate is about to expire.",
  data: { host: text.max(300), days: z.int() },
  sample: { host: "shop.example", days: 9 },
  subject: ({ host, days }) => titleOf(host, days),
  body: ({ host, days }, page) => (
    <EmailLayout {...page} opens="monitors" reason="website" preview={texts.preview} heading={titleOf(host, days)}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: texts.host, value: host },
          { label: texts.state, value: days < 0 ? texts.stateExpired : texts.stateExpires({ days }) },
        ]}
      />
    </EmailLayout>
  ),
});
