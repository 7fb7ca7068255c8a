import { emailsAccount } from "@/messages/texts/emails-account";
import { IdentityChange, identityData, identitySample } from "../_parts/identity-change";
import { defineEmail } from "../define-email";

const { identityRemoved: texts } = emailsAccount;

export const identityRemoved = defineEmail({
  purpose: "Notifies a user that an identity provider was unlinked, with a link to undo the change.",
  data: identityData,
  sample: identitySample,
  subject: ({ provider }, brand) => texts.subject({ provider, brand: brand.name }),
  body: (data, page) => (
    <IdentityChange
      {...page}
      data={data}
      heading={texts.heading({ provider: data.provider })}
      lead={texts.lead({ provider: data.provider })}
      wasNotYou={texts.wasNotYou}
    />
  ),
});
