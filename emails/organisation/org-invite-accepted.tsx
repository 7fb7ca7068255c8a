import { emailsOrganisation } from "@/messages/texts/emails-organisation";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { orgInviteAccepted: texts } = emailsOrganisation;

export const orgInviteAccepted = defineEmail({
  purpose: "Notifies the inviter that the person they invited has joined.",
  data: { member: words, org: words },
  sample: { member: "Alan Turing", org: "Harbour Books" },
  subject: ({ member, org }) => texts.subject({ member, organisation: org }),
  body: ({ member, org }, page) => (
    <EmailLayout
      {...page}
      opens="team"
      reason="organisation"
      preview={texts.preview}
      heading={texts.subject({ member, organisation: org })}
    >
      <Paragraph>{texts.lead({ member, organisation: org })}</Paragraph>
      <Paragraph>{texts.roles}</Paragraph>
    </EmailLayout>
  ),
});
