import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address } from "../fields";

export const passwordReset = defineEmail({
  asked: true,
  data: emailData({ url: address }),
  sample: { url: "https://curbcut.example/reset-password?token=8d1kq0" },
  subject: (_, brand) => `Set a new password for ${brand.name}`,
  body: ({ url }, page) => (
    <Letter
      {...page}
      reason="account"
      preview="The link works once, for 60 minutes."
      heading="Set a new password"
      action={{ label: "Set a new password", url }}
      note="If you did not ask for this, ignore this message. Your password stays as it is."
    >
      <Paragraph>Someone, probably you, asked for a new password for your account.</Paragraph>
      <Paragraph>
        The link below works once, for 60 minutes. When you set the new password, you are signed out everywhere else.
      </Paragraph>
    </Letter>
  ),
});
