import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const orgOwnershipTransferred = defineEmail({
  data: emailData({ org: words }),
  sample: { org: "Harbour Books" },
  subject: ({ org }) => `${org} has a new owner`,
  body: ({ org }, page) => (
    <Letter
      {...page}
      reason="organisation"
      preview="The list of members shows who it is."
      heading={`${org} has a new owner`}
    >
      <Paragraph>The ownership of {org} was handed over. The list of members shows who the owner is now.</Paragraph>
      <Paragraph>
        An owner can do everything, including deleting the organisation. If nobody told you about this, talk to the
        people who manage {org} today.
      </Paragraph>
    </Letter>
  ),
});
