import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const orgDeleted = defineEmail({
  data: emailData({ org: words }),
  sample: { org: "Harbour Books" },
  subject: ({ org }) => `${org} was deleted`,
  body: ({ org }, page) => (
    <Letter {...page} reason="organisation" preview="Your own account stays as it is." heading={`${org} was deleted`}>
      <Paragraph>
        An owner deleted {org}. Its websites, results and reports are gone and can’t be brought back.
      </Paragraph>
      <Paragraph>Your own account stays, and so do other organisations you belong to.</Paragraph>
    </Letter>
  ),
});
