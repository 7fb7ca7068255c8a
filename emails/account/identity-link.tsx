import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address, words } from "../fields";

const { identityLink: texts } = emailsAccount;

export const identityLink = defineEmail({
  purpose: "Asks the owner of an account to confirm linking an identity provider.",
  requested: true,
  data: { provider: words.max(40), url: address },
  sample: { provider: "Google", url: "https://curbcut.example/link-account?token=s81kd0" },
  subject: ({ provider }, brand) => texts.subject({ provider, brand: brand.name }),
  body: ({ provider, url }, page) => (
    <EmailLayout
      {...page}
      reason="account"
      preview={texts.expires}
      heading={texts.heading({ provider })}
      action={{ label: texts.action({ provider }), url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead({ provider })}</Paragraph>
      <Paragraph>{texts.expires}</Paragraph>
    </EmailLayout>
  ),
});
