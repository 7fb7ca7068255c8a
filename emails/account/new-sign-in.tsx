import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { moment, text } from "../fields";

export const newSignIn = defineEmail({
  data: emailData({ when: moment, ip: text.max(100), agent: text }),
  sample: { when: "2026-11-20T09:00:00.000Z", ip: "203.0.113.24", agent: "Firefox on Windows" },
  subject: (_, brand) => `New sign-in to your account at ${brand.name}`,
  body: ({ when, ip, agent }, page) => (
    <Letter
      {...page}
      reason="account"
      preview={`${agent}, ${formatMoment(when)}. If it was you, you don’t need to do anything.`}
      heading="New sign-in to your account"
    >
      <Paragraph>Someone signed in to your account. If it was you, you don’t need to do anything.</Paragraph>
      <Facts
        facts={[
          { label: "When", value: formatMoment(when) },
          { label: "Browser", value: agent },
          { label: "IP address", value: ip },
        ]}
      />
      <Paragraph>If it was not you, change your password right away: it signs everyone else out.</Paragraph>
    </Letter>
  ),
});
