import { emailsAccount } from "@/messages/texts/emails-account";
import { EmailLayout } from "../_parts/email-layout";
import { Facts } from "../_parts/facts";
import { formatMoment } from "../_parts/format";
import { Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address, moment } from "../fields";

const { dataExportReady: texts } = emailsAccount;

export const dataExportReady = defineEmail({
  purpose: "Sends a user the link to download their data export.",
  requested: true,
  data: { url: address, expires_at: moment },
  sample: { url: "https://curbcut.example/files/exports/0199?signature=5e1b", expires_at: "2026-11-21T09:00:00.000Z" },
  subject: () => texts.subject,
  body: ({ url, expires_at }, page) => (
    <EmailLayout
      {...page}
      reason="account"
      preview={texts.preview({ date: formatMoment(expires_at) })}
      heading={texts.subject}
      action={{ label: texts.action, url }}
      note={texts.note}
    >
      <Paragraph>{texts.lead}</Paragraph>
      <Facts facts={[{ label: texts.until, value: formatMoment(expires_at) }]} />
    </EmailLayout>
  ),
});
