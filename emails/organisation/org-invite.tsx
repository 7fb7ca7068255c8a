import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { describeRole } from "../_parts/roles";
import { defineEmail, emailData } from "../define-email";
import { address, words } from "../fields";

export const orgInvite = defineEmail({
  data: emailData({ inviter: words, org: words, url: address, role: words }),
  sample: {
    inviter: "Grace Hopper",
    org: "Harbour Books",
    url: "https://curbcut.example/invitation?token=p7n4zq",
    role: "member",
  },
  subject: ({ inviter, org }) => `${inviter} invites you to ${org}`,
  body: ({ inviter, org, url, role }, page) => (
    <Letter
      {...page}
      reason="organisation"
      preview={`Accept within 7 days to work together at ${page.brand.name}.`}
      heading={`Join ${org}`}
      action={{ label: "Accept the invitation", url }}
      note="The invitation works for 7 days. If you do not know who sent it, ignore this message and nothing happens."
    >
      <Paragraph>
        {inviter} invites you to work together at {page.brand.name}, where {org} finds and fixes what keeps people out
        of its websites.
      </Paragraph>
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
