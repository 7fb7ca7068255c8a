import { z } from "zod";
import { Facts } from "../_parts/facts";
import { plural } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { text } from "../fields";

const expiry = (days: number): string => {
  if (days < 0) return "has expired";
  return days === 0 ? "expires today" : `expires in ${plural(days, "day")}`;
};

export const certificateExpiring = defineEmail({
  data: emailData({ host: text.max(300), days: z.int() }),
  sample: { host: "shop.example", days: 9 },
  subject: ({ host, days }) => `The certificate of ${host} ${expiry(days)}`,
  body: ({ host, days }, page) => (
    <Letter
      {...page}
      reason="website"
      preview="Renew it before browsers turn your visitors away."
      heading={`The certificate of ${host} ${expiry(days)}`}
    >
      <Paragraph>
        Without a valid certificate, browsers warn people away from the website. If it should renew by itself, now is
        the time to see why it has not.
      </Paragraph>
      <Facts
        facts={[
          { label: "Host", value: host },
          { label: "Certificate", value: expiry(days) },
        ]}
      />
    </Letter>
  ),
});
