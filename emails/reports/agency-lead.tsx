import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { MailLink, mailAddress, SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, email } from "../fields";

export const agencyLead = defineEmail({
  data: emailData({ website_url: address, lead_email: email, report_url: address.optional() }),
  sample: {
    website_url: "https://shop.example",
    lead_email: "owner@shop.example",
    report_url: "https://reports.curbcut.example/api/v1/scan/report/download/0199",
  },
  subject: ({ website_url }) => `New lead: ${siteName(website_url)}`,
  body: ({ website_url, lead_email, report_url }, page) => (
    <Letter
      {...page}
      reason="agency"
      preview={`${lead_email} had a report made on ${siteName(website_url)}.`}
      heading={`New lead: ${siteName(website_url)}`}
      action={
        report_url
          ? { label: "View report", url: report_url }
          : { label: "Write to the lead", url: mailAddress(lead_email) }
      }
    >
      <Paragraph>Someone had a report made on their website, and may be glad of your help.</Paragraph>
      <Facts
        facts={[
          { label: "Website", value: <SafeLink url={website_url} /> },
          { label: "E-mail", value: <MailLink email={lead_email} /> },
        ]}
      />
    </Letter>
  ),
});
