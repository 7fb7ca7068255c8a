import { z } from "zod";
import { Code } from "../_parts/code";
import { plural } from "../_parts/format";
import { Letter } from "../_parts/letter";
import { Greeting, Paragraph } from "../_parts/paragraph";
import { defineEmail, emailData } from "../define-email";
import { address, words } from "../fields";

export const verifyEmail = defineEmail({
  asked: true,
  data: emailData({ name: words, otp: words.max(20), url: address, expires_minutes: z.number().positive() }),
  sample: { name: "Ada", otp: "493021", url: "https://curbcut.example/verify?token=3q2x7w", expires_minutes: 10 },
  subject: (_, brand) => `Confirm your e-mail address for ${brand.name}`,
  body: ({ name, otp, url, expires_minutes }, page) => (
    <Letter
      {...page}
      reason="address"
      preview={`Your code is ${otp}. It works for ${plural(expires_minutes, "minute")}.`}
      heading="Confirm your e-mail address"
      action={{ label: "Confirm my address", url }}
      note="If you did not sign up, ignore this message. Nobody can use the account until the address is confirmed."
    >
      <Greeting name={name} />
      <Paragraph>Type this code where you signed up:</Paragraph>
      <Code value={otp} />
      <Paragraph>It works once, for {plural(expires_minutes, "minute")}. Or confirm without typing:</Paragraph>
    </Letter>
  ),
});
