import { emailsScans } from "@/messages/texts/emails-scans";
import { openUrl } from "../_parts/app-page";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address } from "../fields";

const { scanCancelled: texts } = emailsScans;

export const scanCancelled = defineEmail({
  purpose: "Confirms that an audit was cancelled.",
  data: { website_url: address, audit_url: address.optional() },
  sample: { website_url: "https://shop.example", audit_url: "https://curbcut.example/accessibility/audits/0199" },
  subject: ({ website_url }) => texts.title({ website: siteName(website_url) }),
  body: ({ website_url, audit_url }, page) => (
    <EmailLayout
      {...page}
      {...openUrl("audit", audit_url)}
      reason="website"
      preview={texts.preview}
      heading={texts.title({ website: siteName(website_url) })}
    >
      <Paragraph>{texts.lead({ website: () => <SafeLink url={website_url} /> })}</Paragraph>
      <Paragraph>{texts.earlier}</Paragraph>
    </EmailLayout>
  ),
});
