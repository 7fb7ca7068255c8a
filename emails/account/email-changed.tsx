import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { MailLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { email, moment, words } from "../fields";

export const emailChanged = defineEmail({
  data: emailData({ name: words, new_email: email, when: moment }),
  sample: { name: "Ada", new_email: "ada@lovelace.example", when: "2026-11-20T09:00:00.000Z" },
  subject: (_, brand) => `Your e-mail address for ${brand.name} was changed`,
  body: ({ name, new_email, when }, page) => (
    <Letter
      {...page}
      reason="address"
      preview="If it was you, you don’t need to do anything."
      heading="Your e-mail address was changed"
      action={null}
    >
      <Greeting name={name} />
      <Paragraph>
        Your account no longer uses this address. If it was you, you don’t need to do anything: this is our last message
        to it.
      </Paragraph>
      <Facts
        facts={[
          { label: "New address", value: <MailLink email={new_email} /> },
          { label: "When", value: formatMoment(when) },
        ]}
      />
      <Paragraph>
        If it was not you, tell the people who run {page.brand.name} for you as soon as you can: whoever did it can sign
        in with your account.
      </Paragraph>
    </Letter>
  ),
});
