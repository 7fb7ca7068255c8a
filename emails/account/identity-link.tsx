import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address, words } from "../fields";

export const identityLink = defineEmail({
  asked: true,
  data: emailData({ provider: words.max(40), url: address }),
  sample: { provider: "Google", url: "https://curbcut.example/link-account?token=s81kd0" },
  subject: ({ provider }, brand) => `Confirm that you sign in to ${brand.name} with ${provider}`,
  body: ({ provider, url }, page) => (
    <Letter
      {...page}
      reason="account"
      preview="The link works once, for 60 minutes."
      heading={`Sign in with ${provider} from now on?`}
      action={{ label: `Link ${provider} to my account`, url }}
      note="If it was not you, ignore this message. Nothing is linked, and nobody got in."
    >
      <Paragraph>
        Someone, probably you, signed in with {provider} and this address. It belongs to your account, so we ask you
        once whether the two belong together.
      </Paragraph>
      <Paragraph>The link below works once, for 60 minutes.</Paragraph>
    </Letter>
  ),
});
