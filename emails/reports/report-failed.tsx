import { emailsParts } from "@/messages/texts/emails-parts";
import { emailsReports } from "@/messages/texts/emails-reports";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, text } from "../fields";

const { reportFailed: texts } = emailsReports;

export const reportFailed = defineEmail({
  purpose: "Notifies the recipient that a report failed, and why.",
  data: { website_url: address, reason: text },
  sample: { website_url: "https://shop.example", reason: "The report could not be stored." },
  subject: ({ website_url }) => texts.title({ website: siteName(website_url) }),
  body: ({ website_url, reason }, page) => (
    <EmailLayout {...page} reason="report" preview={reason} heading={texts.title({ website: siteName(website_url) })}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: emailsParts.labels.website, value: <SafeLink url={website_url} /> },
          { label: emailsParts.labels.whatHappened, value: reason },
        ]}
      />
      <Paragraph>{texts.advice}</Paragraph>
    </EmailLayout>
  ),
});
