import { z } from "zod";
import { emailsAccount } from "@/messages/texts/emails-account";
import { Code } from "../_parts/code";
import { EmailLayout } from "../_parts/email-layout";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail } from "../define-email";
import { address, words } from "../fields";

const { verifyEmail: texts } = emailsAccount;

export const verifyEmail = defineEmail({
  purpose: "Sends a new user a code and a link to verify their email address.",
  requested: true,
  data: { name: words, otp: words.max(20), url: address, expires_minutes: z.number().positive() },
  sample: { name: "Ada", otp: "493021", url: "https://curbcut.example/verify?token=3q2x7w", expires_minutes: 10 },
  subject: (_, brand) => texts.subject({ brand: brand.name }),
  body: ({ name, otp, url, expires_minutes }, page) => (
    <EmailLayout
      {...page}
      reason="address"
      preview={texts.preview({ code: otp, minutes: expires_minutes })}
      heading={texts.heading}
      action={{ label: texts.action, url }}
      note={texts.note}
    >
      <Greeting name={name} />
      <Paragraph>{texts.lead}</Paragraph>
      <Code value={otp} />
      <Paragraph>{texts.expires({ minutes: expires_minutes })}</Paragraph>
    </EmailLayout>
  ),
});
