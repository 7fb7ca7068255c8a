import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const orgMemberRemoved = defineEmail({
  data: emailData({ org: words }),
  sample: { org: "Harbour Books" },
  subject: ({ org }) => `You no longer belong to ${org}`,
  body: ({ org }, page) => (
    <Letter
      {...page}
      reason="organisation"
      preview="Your own account stays as it is."
      heading={`You no longer belong to ${org}`}
    >
      <Paragraph>
        Someone who manages {org} removed you from it. Its websites, results and reports are no longer open to you.
      </Paragraph>
      <Paragraph>
        Your own account stays, and so do other organisations you belong to. If you think this is a mistake, ask the
        people who manage {org}.
      </Paragraph>
    </Letter>
  ),
});
