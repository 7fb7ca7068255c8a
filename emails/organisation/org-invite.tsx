import { emailsOrganisation } from "@/messages/texts/emails-organisation";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { Paragraph } from "../_parts/paragraph";
import { describeRole } from "../_parts/roles";
import { defineEmail } from "../define-email";
import { address, words } from "../fields";

const { orgInvite: texts } = emailsOrganisation;

const longest = 80;

const shorten = (name: string): string => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name);

export const orgInvite = defineEmail({
  purpose: "Invites a person to join an organisation.",
  data: { inviter: words, org: words, url: address, role: words },
  sample: {
    inviter: "Grace Hopper",
    org: "Harbour Books",
    url: "https://curbcut.example/invitation?token=p7n4zq",
    role: "member",
  },
  // The subject omits both names, because the sender chose them and they mustn't look like our words in a stranger's
  // inbox.
  subject: () => texts.subject,
  body: ({ inviter, org, url, role }, page) => (
    <EmailLayout
      {...page}
      reason="organisation"
      preview={texts.preview({ brand: page.brand.name })}
      heading={texts.subject}
      action={{ label: texts.action, url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead({ brand: page.brand.name })}</Paragraph>
      <Facts
        facts={[
          { label: texts.inviter, value: shorten(inviter) },
          { label: emailsOrganisation.organisation, value: shorten(org) },
          { label: texts.role, value: emailsOrganisation.role({ role }) },
        ]}
      />
      {describeRole(role) ? <Paragraph>{describeRole(role)}</Paragraph> : null}
    </EmailLayout>
  ),
});
