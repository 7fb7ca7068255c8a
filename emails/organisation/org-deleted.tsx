import { emailsOrganisation } from "@/messages/texts/emails-organisation";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { orgDeleted: texts } = emailsOrganisation;

export const orgDeleted = defineEmail({
  purpose: "Notifies the members of an organisation that it was deleted.",
  data: { org: words },
  sample: { org: "Harbour Books" },
  subject: ({ org }) => texts.subject({ organisation: org }),
  body: ({ org }, page) => (
    <EmailLayout
      {...page}
      reason="organisation"
      preview={emailsOrganisation.notAffected}
      heading={texts.subject({ organisation: org })}
    >
      <Paragraph>{texts.lead({ organisation: org })}</Paragraph>
      <Paragraph>{texts.kept}</Paragraph>
    </EmailLayout>
  ),
});
