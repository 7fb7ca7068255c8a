import { Facts } from "../_parts/facts";
import { formatDuration } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { siteName } from "../_parts/safe-address";
import { SafeLink } from "../_parts/safe-link";
import { defineEmail, emailData } from "../define-email";
import { address, count } from "../fields";

export const uptimeRecovered = defineEmail({
  data: emailData({ url: address, downtime: count.describe("In seconds") }),
  sample: { url: "https://shop.example/checkout", downtime: 754 },
  subject: ({ url }) => `Up again: ${siteName(url)}`,
  body: ({ url, downtime }, page) => (
    <Letter
      {...page}
      reason="website"
      preview={`It was down for ${formatDuration(downtime)}.`}
      heading={`${siteName(url)} is up again`}
    >
      <Paragraph>
        The address answers as expected. You don’t need to do anything, unless you want to know why it was down.
      </Paragraph>
      <Facts
        facts={[
          { label: "Address", value: <SafeLink url={url} /> },
          { label: "Down for", value: formatDuration(downtime) },
        ]}
      />
    </Letter>
  ),
});
