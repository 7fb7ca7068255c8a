import { Letter } from "../_parts/letter";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const emailVerified = defineEmail({
  data: emailData({ name: words }),
  sample: { name: "Ada" },
  subject: () => "Your e-mail address is confirmed",
  body: ({ name }, page) => (
    <Letter
      {...page}
      reason="account"
      preview="Your account is open. You can sign in now."
      heading="Your e-mail address is confirmed"
    >
      <Greeting name={name} />
      <Paragraph>Thank you. Your account is open, and you can sign in with this address.</Paragraph>
      <Paragraph>A good first step is to add a website and start an audit of it.</Paragraph>
    </Letter>
  ),
});
