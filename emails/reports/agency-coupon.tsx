import { Code } from "../_parts/code";
import { Letter } from "../_parts/letter";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { text, words } from "../fields";

export const agencyCoupon = defineEmail({
  data: emailData({ name: words, company: words, code: text.max(100) }),
  sample: { name: "Grace", company: "Hopper & Daughters", code: "CURB-7K2M-Q9XA" },
  subject: (_, brand) => `Your promotion code for ${brand.name}`,
  body: ({ name, company, code }, page) => (
    <Letter
      {...page}
      reason="agency"
      preview={`A code for ${company}. It works once.`}
      heading="Your promotion code"
      note="The code works once. Please do not publish it."
    >
      <Greeting name={name} />
      <Paragraph>
        Thank you for working with us. This code is for you at {company}. Enter it when you choose a plan:
      </Paragraph>
      <Code value={code} />
    </Letter>
  ),
});
