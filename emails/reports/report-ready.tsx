import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address } from "../fields";

export const reportReady = defineEmail({
  data: emailData({ website_url: address, download_url: address }),
  sample: {
    website_url: "https://shop.example",
    download_url: "https://reports.curbcut.example/api/v1/scan/report/download/0199",
  },
  subject: ({ website_url }) => `Your report on ${siteName(website_url)} is ready`,
  body: ({ website_url, download_url }, page) => (
    <Letter
      {...page}
      reason="report"
      preview="A PDF that you can read, share and hand to those who fix things."
      heading={`Your report on ${siteName(website_url)} is ready`}
      action={{ label: "Download the report", url: download_url }}
      note="The report says what a machine can check, and which questions still need a person."
    >
      <Paragraph>
        The report on <SafeLink url={website_url} /> is ready as a PDF. It shows what keeps people out, whom it affects,
        and what to fix first.
      </Paragraph>
      <Paragraph>The PDF is tagged, so it can be read with a screen reader too.</Paragraph>
    </Letter>
  ),
});
