import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const orgInviteAccepted = defineEmail({
  data: emailData({ member: words, org: words }),
  sample: { member: "Alan Turing", org: "Harbour Books" },
  subject: ({ member, org }) => `${member} joined ${org}`,
  body: ({ member, org }, page) => (
    <Letter {...page} reason="organisation" preview="Your invitation was accepted." heading={`${member} joined ${org}`}>
      <Paragraph>
        {member} accepted your invitation and now belongs to {org}. You don’t need to do anything else.
      </Paragraph>
      <Paragraph>You can change what each person may do in the list of members.</Paragraph>
    </Letter>
  ),
});
