import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, text } from "../fields";

export const reportFailed = defineEmail({
  data: emailData({ website_url: address, reason: text }),
  sample: { website_url: "https://shop.example", reason: "The report could not be stored." },
  subject: ({ website_url }) => `We could not make your report on ${siteName(website_url)}`,
  body: ({ website_url, reason }, page) => (
    <Letter
      {...page}
      reason="report"
      preview={reason}
      heading={`We could not make your report on ${siteName(website_url)}`}
    >
      <Paragraph>We tried several times. We are sorry that you have to wait longer for it.</Paragraph>
      <Facts
        facts={[
          { label: "Website", value: <SafeLink url={website_url} /> },
          { label: "What happened", value: reason },
        ]}
      />
      <Paragraph>Please ask for the report again. Nothing else was changed.</Paragraph>
    </Letter>
  ),
});
