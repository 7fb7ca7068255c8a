import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address } from "../fields";

export const scanCancelled = defineEmail({
  data: emailData({ website_url: address }),
  sample: { website_url: "https://shop.example" },
  subject: ({ website_url }) => `The audit of ${siteName(website_url)} was cancelled`,
  body: ({ website_url }, page) => (
    <Letter
      {...page}
      reason="website"
      preview="Results of earlier audits are kept as they were."
      heading={`The audit of ${siteName(website_url)} was cancelled`}
    >
      <Paragraph>
        The audit of <SafeLink url={website_url} /> was stopped before it was done. No further page is loaded.
      </Paragraph>
      <Paragraph>Results of earlier audits are kept as they were. You can start a new audit at any time.</Paragraph>
    </Letter>
  ),
});
