import { Letter } from "../_parts/letter";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const accountDeleted = defineEmail({
  data: emailData({ name: words }),
  sample: { name: "Ada" },
  subject: (_, brand) => `Your account at ${brand.name} was deleted`,
  body: ({ name }, page) => (
    <Letter
      {...page}
      reason="address"
      preview="You can no longer sign in. This is our last message about the account."
      heading="Your account was deleted"
      action={null}
    >
      <Greeting name={name} />
      <Paragraph>
        Your account was deleted, as asked. Nobody can sign in with it any more, and this is our last message about it.
      </Paragraph>
      <Paragraph>
        If you did not ask for this, tell the people who run {page.brand.name} for you as soon as you can. You are
        welcome to sign up again at any time.
      </Paragraph>
    </Letter>
  ),
});
