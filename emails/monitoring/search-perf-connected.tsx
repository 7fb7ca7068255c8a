import { emailsMonitoring } from "@/messages/texts/emails-monitoring";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { text } from "../fields";

const { searchPerfConnected: texts } = emailsMonitoring;

export const searchPerfConnected = defineEmail({
  purpose: "Confirms the connection to Google Search Console.",
  data: { property: text },
  sample: { property: "sc-domain:shop.example" },
  subject: ({ property }) => texts.subject({ property }),
  body: ({ property }, page) => (
    <EmailLayout {...page} opens="search" reason="website" preview={texts.preview} heading={texts.heading}>
      <Paragraph>{texts.lead({ app: page.brand.name })}</Paragraph>
      <Facts facts={[{ label: emailsMonitoring.property, value: property }]} />
      <Paragraph>{texts.advice}</Paragraph>
    </EmailLayout>
  ),
});
