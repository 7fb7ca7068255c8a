import { emailsOrganisation } from "@/messages/texts/emails-organisation";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { orgOwnershipTransferred: texts } = emailsOrganisation;

export const orgOwnershipTransferred = defineEmail({
  purpose: "Notifies an organisation's previous owner and its other owners that it has a new owner.",
  data: { org: words },
  sample: { org: "Harbour Books" },
  subject: ({ org }) => texts.subject({ organisation: org }),
  body: ({ org }, page) => (
    <EmailLayout
      {...page}
      opens="team"
      reason="organisation"
      preview={texts.preview}
      heading={texts.subject({ organisation: org })}
    >
      <Paragraph>{texts.lead({ organisation: org })}</Paragraph>
      <Paragraph>{texts.unexpected({ organisation: org })}</Paragraph>
    </EmailLayout>
  ),
});
