import { emailsReports } from "@/messages/texts/emails-reports";
import { EmailLayout } from "../_parts/email-layout";
import { List, steps } from "../_parts/list";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { agencyWelcome: texts } = emailsReports;

export const agencyWelcome = defineEmail({
  purpose: "Welcomes a new agency partner.",
  data: { name: words },
  sample: { name: "Grace" },
  subject: (_, brand) => texts.subject({ app: brand.name }),
  body: ({ name }, page) => (
    <EmailLayout {...page} reason="agency" preview={texts.preview} heading={texts.heading}>
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <List items={steps(texts.steps)} />
    </EmailLayout>
  ),
});
