import { emailsMonitoring } from "@/messages/texts/emails-monitoring";
import { openUrl } from "../_parts/app-page";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatDuration } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail } from "../define-email";
import { address, count } from "../fields";

const { uptimeRecovered: texts } = emailsMonitoring;

export const uptimeRecovered = defineEmail({
  purpose: "Notifies the recipient that a website is up again and says how long it was down.",
  data: { url: address, downtime: count.describe("Downtime in seconds"), monitor_url: address.optional() },
  sample: {
    url: "https://shop.example/checkout",
    downtime: 754,
    monitor_url: "https://curbcut.example/service/monitors/0199",
  },
  subject: ({ url }) => texts.subject({ website: siteName(url) }),
  body: ({ url, downtime, monitor_url }, page) => (
    <EmailLayout
      {...page}
      {...openUrl("monitor", monitor_url)}
      opens="monitors"
      reason="website"
      preview={texts.preview({ downtime: formatDuration(downtime) })}
      heading={texts.heading({ website: siteName(url) })}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: emailsMonitoring.url, value: <SafeLink url={url} /> },
          { label: texts.downtime, value: formatDuration(downtime) },
        ]}
      />
    </EmailLayout>
  ),
});
