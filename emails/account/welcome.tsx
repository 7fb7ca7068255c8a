import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { List, steps } from "../_parts/list";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { welcome: texts } = emailsAccount;

export const welcome = defineEmail({
  purpose: "Welcomes a new user and suggests three first steps.",
  data: { name: words },
  sample: { name: "Ada" },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ name }, page) => (
    <EmailLayout
      {...page}
      opens="addWebsite"
      reason="account"
      preview={texts.preview}
      heading={texts.subject({ brand: page.brand.name })}
      note={texts.note}
    >
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <List ordered items={steps(texts.steps)} />
    </EmailLayout>
  ),
});
