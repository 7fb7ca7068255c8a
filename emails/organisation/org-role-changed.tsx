import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { describeRole } from "../_parts/roles";
import { defineEmail, emailData } from "../define-email";
import { words } from "../fields";

export const orgRoleChanged = defineEmail({
  data: emailData({ org: words, role: words }),
  sample: { org: "Harbour Books", role: "admin" },
  subject: ({ org }) => `Your role in ${org} changed`,
  body: ({ org, role }, page) => (
    <Letter
      {...page}
      reason="organisation"
      preview={`Your role is now: ${role}.`}
      heading={`Your role in ${org} changed`}
    >
      <Paragraph>Someone who manages {org} changed what you can do there.</Paragraph>
      <Facts
        facts={[
          { label: "Organisation", value: org },
          { label: "Your role", value: role },
        ]}
      />
      {describeRole(role) ? <Paragraph>{describeRole(role)}</Paragraph> : null}
    </Letter>
  ),
});
