import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { text } from "../fields";

export const searchPerfConnected = defineEmail({
  data: emailData({ property: text }),
  sample: { property: "sc-domain:shop.example" },
  subject: ({ property }) => `Search performance is connected: ${property}`,
  body: ({ property }, page) => (
    <Letter
      {...page}
      reason="website"
      preview="Clicks and impressions from Google Search are read from now on."
      heading="Search performance is connected"
    >
      <Paragraph>
        {page.brand.name} can now read clicks, impressions and positions from Google Search. It can read them only, and
        change nothing.
      </Paragraph>
      <Facts facts={[{ label: "Property", value: property }]} />
      <Paragraph>You can disconnect it at any time in the settings.</Paragraph>
    </Letter>
  ),
});
