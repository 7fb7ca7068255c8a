import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { moment, words } from "../fields";

const { facts: labels, subscriptionCancelled: texts } = emailsBilling;

export const subscriptionCancelled = defineEmail({
  purpose: "Confirms the cancellation of a subscription, with its end date.",
  data: { plan: words, ends_at: moment },
  sample: { plan: "Agency", ends_at: "2026-12-31T23:59:00.000Z" },
  subject: ({ plan }) => texts.subject({ plan }),
  body: ({ plan, ends_at }, page) => (
    <EmailLayout
      {...page}
      opens="billing"
      reason="billing"
      preview={texts.preview({ date: formatMoment(ends_at) })}
      heading={texts.subject({ plan })}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts
        facts={[
          { label: labels.plan, value: plan },
          { label: texts.ends, value: formatMoment(ends_at) },
        ]}
      />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
