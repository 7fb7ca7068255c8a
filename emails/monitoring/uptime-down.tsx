import { emailsMonitoring } from "@/messages/texts/emails-monitoring";
import { emailsParts } from "@/messages/texts/emails-parts";
import { openUrl } from "../_parts/app-page";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, moment, text } from "../fields";

const { uptimeDown: texts } = emailsMonitoring;

export const uptimeDown = defineEmail({
  purpose: "Notifies the recipient that a website is down.",
  data: { url: address, since: moment, error: text, monitor_url: address.optional() },
  sample: {
    url: "https://shop.example/checkout",
    since: "2026-11-20T09:00:00.000Z",
    error: "503 Service Unavailable",
    monitor_url: "https://curbcut.example/service/monitors/0199",
  },
  subject: ({ url }) => texts.subject({ website: siteName(url) }),
  body: ({ url, since, error, monitor_url }, page) => (
    <EmailLayout
      {...page}
      {...openUrl("monitor", monitor_url)}
      opens="monitors"
      reason="website"
      preview={texts.preview({ error, since: formatMoment(since) })}
      heading={texts.heading({ website: siteName(url) })}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: emailsMonitoring.url, value: <SafeLink url={url} /> },
          { label: texts.since, value: formatMoment(since) },
          { label: emailsParts.labels.whatHappened, value: error },
        ]}
      />
    </EmailLayout>
  ),
});
