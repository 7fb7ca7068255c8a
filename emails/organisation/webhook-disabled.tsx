import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, text } from "../fields";

export const webhookDisabled = defineEmail({
  data: emailData({ url: address, reason: text, settings_url: address }),
  sample: {
    url: "https://hooks.example/curbcut",
    reason: "Nothing we sent has arrived for five days.",
    settings_url: "https://curbcut.example/service/webhooks/0199a",
  },
  subject: ({ url }) => `The webhook to ${siteName(url)} is disabled`,
  body: ({ url, reason, settings_url }, page) => (
    <Letter
      {...page}
      reason="organisation"
      preview="Events are no longer sent there. You can enable it again."
      heading={`The webhook to ${siteName(url)} is disabled`}
      action={{ label: "Open the webhook", url: settings_url }}
    >
      <Paragraph>We stopped sending events there. What happens from now on is not kept for it.</Paragraph>
      <Facts
        facts={[
          { label: "Address", value: <SafeLink url={url} /> },
          { label: "What happened", value: reason },
        ]}
      />
      <Paragraph>
        Check the receiver, send it a test, and enable the webhook again. Events of the last 30 days can be sent once
        more from there.
      </Paragraph>
    </Letter>
  ),
});
