import { emailsReports } from "@/messages/texts/emails-reports";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, text } from "../fields";

const { reportReady: texts } = emailsReports;

export const reportReady = defineEmail({
  purpose: "Notifies the recipient that a report is ready, with a download link.",
  data: { website_url: address, download_url: address, standard: text.optional() },
  sample: {
    website_url: "https://shop.example",
    download_url: "https://reports.curbcut.example/api/v1/scan/report/download/0199",
    standard: "WCAG 2.2, levels A and AA",
  },
  subject: ({ website_url }) => texts.title({ website: siteName(website_url) }),
  body: ({ website_url, download_url, standard }, page) => (
    <EmailLayout
      {...page}
      reason="report"
      preview={texts.preview}
      heading={texts.title({ website: siteName(website_url) })}
      action={{ label: texts.action, url: download_url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead({ website: () => <SafeLink url={website_url} /> })}</Paragraph>
      {standard ? <Paragraph>{texts.standard({ standard })}</Paragraph> : null}
      <Paragraph>{texts.tagged}</Paragraph>
    </EmailLayout>
  ),
});
