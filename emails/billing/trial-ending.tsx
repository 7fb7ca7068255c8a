import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { moment } from "../fields";

export const trialEnding = defineEmail({
  data: emailData({ ends_at: moment }),
  sample: { ends_at: "2026-11-27T09:00:00.000Z" },
  subject: ({ ends_at }) => `Your trial ends on ${formatMoment(ends_at.slice(0, "2026-11-27".length))}`,
  body: ({ ends_at }, page) => (
    <Letter {...page} reason="billing" preview="Check your plan before it ends." heading="Your trial ends soon">
      <Paragraph>Until then everything goes on as it is.</Paragraph>
      <Facts facts={[{ label: "Trial ends", value: formatMoment(ends_at) }]} />
      <Paragraph>
        Check under plan and invoices which plan follows and how you pay, or cancel it there before that day. Your
        websites and results are kept either way.
      </Paragraph>
    </Letter>
  ),
});
