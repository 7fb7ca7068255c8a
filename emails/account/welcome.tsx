import { Letter } from "../_parts/letter";
import { List, steps } from "../_parts/list";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

const firstSteps = steps([
  "Add a website. Its address is enough.",
  "Start an audit. You see results page by page while it runs.",
  "Read the fix plan. It begins with the problems that keep out the most people.",
]);

export const welcome = defineEmail({
  data: emailData({ name: words }),
  sample: { name: "Ada" },
  subject: (_, brand) => `Welcome to ${brand.name}`,
  body: ({ name }, page) => (
    <Letter
      {...page}
      reason="account"
      preview="Three steps from a web address to a list of what to fix first."
      heading={`Welcome to ${page.brand.name}`}
      note="Automated checks find many barriers, never all of them. The results say which questions still need a person."
    >
      <Greeting name={name} />
      <Paragraph>
        Your account is ready. We open your website in a real browser, find what keeps people out, and show you what to
        fix first.
      </Paragraph>
      <List ordered items={firstSteps} />
    </Letter>
  ),
});
