import { emailsBilling } from "@/messages/texts/emails-billing";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { moment } from "../fields";

const { trialEnding: texts } = emailsBilling;

export const trialEnding = defineEmail({
  purpose: "Reminds the payer that a trial is about to end.",
  data: { ends_at: moment },
  sample: { ends_at: "2026-11-27T09:00:00.000Z" },
  subject: ({ ends_at }) => texts.subject({ date: formatMoment(ends_at.slice(0, "2026-11-27".length)) }),
  body: ({ ends_at }, page) => (
    <EmailLayout {...page} opens="billing" reason="billing" preview={texts.preview} heading={texts.heading}>
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: texts.ends, value: formatMoment(ends_at) }]} />
      <Paragraph>{texts.next}</Paragraph>
    </EmailLayout>
  ),
});
