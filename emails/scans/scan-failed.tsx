import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, text } from "../fields";

export const scanFailed = defineEmail({
  data: emailData({ website_url: address, reason: text }),
  sample: { website_url: "https://shop.example", reason: "The website did not answer within 30 seconds." },
  subject: ({ website_url }) => `We could not finish the audit of ${siteName(website_url)}`,
  body: ({ website_url, reason }, page) => (
    <Letter
      {...page}
      reason="website"
      preview={reason}
      heading={`We could not finish the audit of ${siteName(website_url)}`}
    >
      <Paragraph>The audit stopped before it was done.</Paragraph>
      <Facts
        facts={[
          { label: "Website", value: <SafeLink url={website_url} /> },
          { label: "What happened", value: reason },
        ]}
      />
      <Paragraph>Results of earlier audits are kept as they were.</Paragraph>
      <Paragraph>
        Check that the website opens in a browser and does not turn automated visitors away, then start the audit again.
      </Paragraph>
    </Letter>
  ),
});
