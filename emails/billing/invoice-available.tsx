import { Facts } from "../_parts/facts";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address, text } from "../fields";

export const invoiceAvailable = defineEmail({
  data: emailData({ url: address, number: text.max(200) }),
  sample: { url: "https://pay.example/invoices/in_1Q8", number: "CC-2026-0042" },
  subject: ({ number }, brand) => `Invoice ${number} from ${brand.name}`,
  body: ({ url, number }, page) => (
    <Letter
      {...page}
      reason="billing"
      preview="Your invoice is ready to download."
      heading="Your invoice is ready"
      action={{ label: "Open the invoice", url }}
    >
      <Paragraph>A new invoice is ready for your records.</Paragraph>
      <Facts facts={[{ label: "Invoice number", value: number }]} />
    </Letter>
  ),
});
