import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address } from "../fields";

export const accountExists = defineEmail({
  asked: true,
  data: emailData({ url: address }),
  sample: { url: "https://curbcut.example/sign-in" },
  subject: (_, brand) => `You already have an account at ${brand.name}`,
  body: ({ url }, page) => (
    <Letter
      {...page}
      reason="address"
      preview="Someone tried to sign up with this address. Nothing was changed."
      heading="You already have an account"
      action={{ label: "Sign in", url }}
      note="If it was not you, you don’t need to do anything: nobody got in, and the person who tried was not told about your account."
    >
      <Paragraph>
        Someone, probably you, tried to sign up at {page.brand.name} with this address. It already has an account, so
        nothing was changed.
      </Paragraph>
      <Paragraph>If it was you, sign in. If you no longer know your password, you can set a new one there.</Paragraph>
    </Letter>
  ),
});
