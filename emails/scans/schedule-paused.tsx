import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, text } from "../fields";

export const schedulePaused = defineEmail({
  data: emailData({ website_url: address, reason: text }),
  sample: { website_url: "https://shop.example", reason: "The website asks for a password." },
  subject: ({ website_url }) => `Scheduled audits of ${siteName(website_url)} are paused`,
  body: ({ website_url, reason }, page) => (
    <Letter
      {...page}
      reason="website"
      preview="They failed three times in a row. You can switch them on again."
      heading={`Scheduled audits of ${siteName(website_url)} are paused`}
    >
      <Paragraph>Three audits in a row failed, so we stopped trying. Earlier results are kept as they were.</Paragraph>
      <Facts
        facts={[
          { label: "Website", value: <SafeLink url={website_url} /> },
          { label: "What happened", value: reason },
        ]}
      />
      <Paragraph>When the website can be reached again, switch the schedule back on.</Paragraph>
    </Letter>
  ),
});
