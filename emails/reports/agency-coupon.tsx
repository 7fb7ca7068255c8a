import { emailsReports } from "@/messages/texts/emails-reports";
import { Code } from "../_parts/code";
import { EmailLayout } from "../_parts/email-layout";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { text, words } from "../fields";

const { agencyCoupon: texts } = emailsReports;

export const agencyCoupon = defineEmail({
  purpose: "Sends an agency partner a single-use promotion code.",
  data: { name: words, company: words, code: text.max(100) },
  sample: { name: "Grace", company: "Hopper & Daughters", code: "CURB-7K2M-Q9XA" },
  subject: (_, brand) => texts.subject({ app: brand.name }),
  body: ({ name, company, code }, page) => (
    <EmailLayout
      {...page}
      reason="agency"
      preview={texts.preview({ company })}
      heading={texts.heading}
      note={texts.note}
    >
      <Greeting name={name} />
      <Paragraph>{texts.lead({ company })}</Paragraph>
      <Code value={code} />
    </EmailLayout>
  ),
});
