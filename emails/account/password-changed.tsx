import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { moment, words } from "../fields";

export const passwordChanged = defineEmail({
  data: emailData({ name: words, when: moment }),
  sample: { name: "Ada", when: "2026-11-20T09:00:00.000Z" },
  subject: (_, brand) => `Your password for ${brand.name} was changed`,
  body: ({ name, when }, page) => (
    <Letter
      {...page}
      reason="account"
      preview="If it was you, you don’t need to do anything."
      heading="Your password was changed"
    >
      <Greeting name={name} />
      <Paragraph>The password of your account was changed. If it was you, you don’t need to do anything.</Paragraph>
      <Facts facts={[{ label: "When", value: formatMoment(when) }]} />
      <Paragraph>
        If it was not you, someone else may have been in your account. Ask for a new password on the sign-in page right
        away: it signs everyone out.
      </Paragraph>
    </Letter>
  ),
});
