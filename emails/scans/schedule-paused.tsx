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

const { schedulePaused: texts } = emailsScans;

export const schedulePaused = defineEmail({
  purpose: "Notifies a user that a schedule was paused after three failures in a row.",
  data: { website_url: address, reason: text, schedule_url: address.optional() },
  sample: {
    website_url: "https://shop.example",
    reason: "The website asks for a password.",
    schedule_url: "https://curbcut.example/service/schedules/0199",
  },
  subject: ({ website_url }) => texts.title({ website: siteName(website_url) }),
  body: ({ website_url, reason, schedule_url }, page) => (
    <EmailLayout
      {...page}
      {...openUrl("schedule", schedule_url)}
      opens="schedules"
      reason="website"
      preview={texts.preview}
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
