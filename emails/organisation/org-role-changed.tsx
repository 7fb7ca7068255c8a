import { emailsOrganisation } from "@/messages/texts/emails-organisation";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { describeRole } from "../_parts/roles";
import { defineEmail } from "../define-email";
import { words } from "../fields";

const { orgRoleChanged: texts } = emailsOrganisation;

export const orgRoleChanged = defineEmail({
  purpose: "Notifies a member that their role was changed.",
  data: { org: words, role: words },
  sample: { org: "Harbour Books", role: "admin" },
  subject: ({ org }) => texts.subject({ organisation: org }),
  body: ({ org, role }, page) => (
    <EmailLayout
      {...page}
      reason="organisation"
      preview={texts.preview({ role: emailsOrganisation.role({ role }) })}
      heading={texts.subject({ organisation: org })}
    >
      <Paragraph>{texts.lead({ organisation: org })}</Paragraph>
      <Facts
        facts={[
          { label: emailsOrganisation.organisation, value: org },
          { label: texts.role, value: emailsOrganisation.role({ role }) },
        ]}
      />
      {describeRole(role) ? <Paragraph>{describeRole(role)}</Paragraph> : null}
    </EmailLayout>
  ),
});
