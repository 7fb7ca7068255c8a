import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, moment, text } from "../fields";

export const uptimeDown = defineEmail({
  data: emailData({ url: address, since: moment, error: text }),
  sample: { url: "https://shop.example/checkout", since: "2026-11-20T09:00:00.000Z", error: "503 Service Unavailable" },
  subject: ({ url }) => `Down: ${siteName(url)}`,
  body: ({ url, since, error }, page) => (
    <Letter
      {...page}
      reason="website"
      preview={`${error}, since ${formatMoment(since)}.`}
      heading={`${siteName(url)} is down`}
    >
      <Paragraph>Several checks in a row failed. We keep checking, and tell you when it answers again.</Paragraph>
      <Facts
        facts={[
          { label: "Address", value: <SafeLink url={url} /> },
          { label: "Since", value: formatMoment(since) },
          { label: "What happened", value: error },
        ]}
      />
    </Letter>
  ),
});
