import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { MailLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, email } from "../fields";

export const emailChangeConfirm = defineEmail({
  asked: true,
  data: emailData({ url: address, new_email: email }),
  sample: { url: "https://curbcut.example/confirm-email?token=f04m2a", new_email: "ada@lovelace.example" },
  subject: (_, brand) => `Confirm your new e-mail address for ${brand.name}`,
  body: ({ url, new_email }, page) => (
    <Letter
      {...page}
      reason="address"
      preview={`From then on you sign in with ${new_email}.`}
      heading="Confirm your new e-mail address"
      action={{ label: "Confirm the new address", url }}
      note="If you did not ask for this, ignore this message. The account keeps its present address."
    >
      <Paragraph>You asked to change the e-mail address of your account. Confirm that the new one is yours.</Paragraph>
      <Facts facts={[{ label: "New address", value: <MailLink email={new_email} /> }]} />
      <Paragraph>From then on you sign in with it, and messages go there.</Paragraph>
    </Letter>
  ),
});
