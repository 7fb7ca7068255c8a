import { emailsScans } from "@/messages/texts/emails-scans";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address } from "../fields";

const { scanCancelled: texts } = emailsScans;

export const scanCancelled = defineEmail({
  purpose: "Confirms that an audit was cancelled.",
  data: { website_url: address },
  sample: { website_url: "https://shop.example" },
  subject: ({ website_url }) => texts.title({ site: siteName(website_url) }),
  body: ({ website_url }, page) => (
    <EmailLayout
      {...page}
      reason="website"
      preview={texts.preview}
      heading={texts.title({ site: siteName(website_url) })}
    >
      <Paragraph>{texts.lead({ website: () => <SafeLink url={website_url} /> })}</Paragraph>
      <Paragraph>{texts.earlier}</Paragraph>
    </EmailLayout>
  ),
});
