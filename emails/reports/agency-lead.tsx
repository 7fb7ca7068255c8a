import { emailsParts } from "@/messages/texts/emails-parts";
import { emailsReports } from "@/messages/texts/emails-reports";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { EmailLink, mailtoUrl, SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, email } from "../fields";

const { agencyLead: texts } = emailsReports;

export const agencyLead = defineEmail({
  purpose: "Notifies an agency of a report request, naming the requester and the website.",
  data: { website_url: address, lead_email: email, report_url: address.optional() },
  sample: {
    website_url: "https://shop.example",
    lead_email: "owner@shop.example",
    report_url: "https://reports.curbcut.example/api/v1/scan/report/download/0199",
  },
  subject: ({ website_url }) => texts.title({ website: siteName(website_url) }),
  body: ({ website_url, lead_email, report_url }, page) => (
    <EmailLayout
      {...page}
      reason="agency"
      preview={texts.preview({ email: lead_email, website: siteName(website_url) })}
      heading={texts.title({ website: siteName(website_url) })}
      action={
        report_url
          ? { label: texts.viewReport, url: report_url }
          : { label: texts.emailLead, url: mailtoUrl(lead_email) }
      }
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: emailsParts.labels.website, value: <SafeLink url={website_url} /> },
          { label: texts.email, value: <EmailLink email={lead_email} /> },
        ]}
      />
    </EmailLayout>
  ),
});
