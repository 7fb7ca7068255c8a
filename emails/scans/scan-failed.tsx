import { emailsParts } from "@/messages/texts/emails-parts";
import { emailsScans } from "@/messages/texts/emails-scans";
import { openUrl } from "../_parts/app-page";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, text } from "../fields";

const { scanFailed: texts } = emailsScans;

export const scanFailed = defineEmail({
  purpose: "Notifies a user that an audit failed, and why.",
  data: { website_url: address, reason: text, audit_url: address.optional() },
  sample: {
    website_url: "https://shop.example",
    reason: "The website didn’t respond within 30 seconds.",
    audit_url: "https://curbcut.example/accessibility/audits/0199",
  },
  subject: ({ website_url }) => texts.title({ website: siteName(website_url) }),
  body: ({ website_url, reason, audit_url }, page) => (
    <EmailLayout
      {...page}
      {...openUrl("audit", audit_url)}
      reason="website"
      preview={reason}
      heading={texts.title({ website: siteName(website_url) })}
    >
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
