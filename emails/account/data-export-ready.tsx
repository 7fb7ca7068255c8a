import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address, moment } from "../fields";

export const dataExportReady = defineEmail({
  asked: true,
  data: emailData({ url: address, expires_at: moment }),
  sample: { url: "https://curbcut.example/files/exports/0199?signature=5e1b", expires_at: "2026-11-21T09:00:00.000Z" },
  subject: () => "Your data is ready to download",
  body: ({ url, expires_at }, page) => (
    <Letter
      {...page}
      reason="account"
      preview={`Download it before ${formatMoment(expires_at)}.`}
      heading="Your data is ready to download"
      action={{ label: "Download my data", url }}
      note="Whoever has this link can open the archive until then, so do not pass this message on."
    >
      <Paragraph>You asked for everything we hold about you. It is packed into one archive.</Paragraph>
      <Facts facts={[{ label: "Available until", value: formatMoment(expires_at) }]} />
    </Letter>
  ),
});
