import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { text } from "../fields";

export const searchPerfDisconnected = defineEmail({
  data: emailData({ property: text }),
  sample: { property: "sc-domain:shop.example" },
  subject: ({ property }) => `Search performance is disconnected: ${property}`,
  body: ({ property }, page) => (
    <Letter
      {...page}
      reason="website"
      preview="No new figures from Google Search are read."
      heading="Search performance is disconnected"
    >
      <Paragraph>
        {page.brand.name} no longer reads figures from Google Search: the connection was ended here or at Google.
      </Paragraph>
      <Facts facts={[{ label: "Property", value: property }]} />
      <Paragraph>If you did not mean to, connect it again in the settings.</Paragraph>
    </Letter>
  ),
});
