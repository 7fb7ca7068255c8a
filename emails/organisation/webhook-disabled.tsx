import { emailsOrganisation } from "@/messages/texts/emails-organisation";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, text } from "../fields";

const { webhookDisabled: texts } = emailsOrganisation;

export const webhookDisabled = defineEmail({
  purpose: "Notifies the owners that a webhook was disabled, and why.",
  data: { url: address, reason: text, settings_url: address },
  sample: {
    url: "https://hooks.example/curbcut",
    reason: "No delivery has succeeded for five days.",
    settings_url: "https://curbcut.example/service/webhooks/0199a",
  },
  subject: ({ url }) => texts.subject({ host: siteName(url) }),
  body: ({ url, reason, settings_url }, page) => (
    <EmailLayout
      {...page}
      reason="organisation"
      preview={texts.preview}
      heading={texts.subject({ host: siteName(url) })}
      action={{ label: texts.action, url: settings_url }}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: texts.url, value: <SafeLink url={url} /> },
          { label: texts.reason, value: reason },
        ]}
      />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
