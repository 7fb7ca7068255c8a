import { z } from "zod";
import { SignInKind } from "@/generated/prisma/enums";
import { Id, Time } from "@/server/core/schema";
import { FormSelectors, SignIn, SignInOutcome, SignInTrialResult } from "@/server/scanner/contract";

/** Replaces the whole sign-in, so that only someone who knows the secrets can change where they are sent. */
export const SaveSignIn = SignIn.extend({ id: Id });
export type SaveSignIn = z.infer<typeof SaveSignIn>;

export const SignInOf = z.strictObject({ id: Id });
export type SignInOf = z.infer<typeof SignInOf>;

/** A sign-in without its secrets, which can't be read again. */
export const SignInInfo = z.object({
  kind: z.enum(SignInKind),
  origins: z.array(z.string()).describe("Origins where the sign-in is used; nothing is sent to other origins."),
  user_name: z.string().nullable().describe("Null if this kind of sign-in has no username."),
  url: z.string().nullable().describe("Page with the sign-in form; null if this kind of sign-in has none."),
  selectors: FormSelectors.describe("CSS selectors of the form's parts; empty if the scanner finds them itself."),
  names: z.array(z.string()).describe("Names of the headers or cookies, without their values."),
  has_totp: z.boolean().describe("Whether the scanner has a secret for one-time codes."),
  signed_in: z.object({
    url: z.string().nullable().describe("Page that only signed-in users can open; null if not set."),
    text: z.string().nullable().describe("Text that every page shows to signed-in users; null if not set."),
  }),
  tried_at: Time.nullable().describe("When the sign-in was last tried; null if it has never been tried."),
  tried_outcome: SignInOutcome.nullable().describe(
    "Result of the last trial; null if the sign-in has never been tried.",
  ),
  updated_at: Time,
});
export type SignInInfo = z.input<typeof SignInInfo>;

export const WebsiteSignIn = z.object({
  sign_in: SignInInfo.nullable().describe("Null if audits of the website don't sign in."),
});
export type WebsiteSignIn = z.input<typeof WebsiteSignIn>;

export const SignInTrial = SignInTrialResult.extend({
  outcome: SignInOutcome.describe("signed_in, or why signing in failed; see docs/signed-in-audits.md."),
  message: z.string().describe("What happened, and what to do next."),
  url: z
    .string()
    .nullable()
    .describe("URL of the page shown after signing in, with secrets masked; null if no page was opened."),
  title: z.string().nullable().describe("Title of the page shown after signing in; null if no page was opened."),
  picture: z
    .object({
      width: z.number().int().describe("Width of the screenshot in CSS pixels."),
      height: z.number().int().describe("Height of the screenshot in CSS pixels."),
      data: z.string().describe("WebP file in Base64, with field values and other secrets masked."),
    })
    .nullable()
    .describe("Screenshot of the page shown after signing in; null if there is none. It isn't stored."),
});
export type SignInTrial = z.input<typeof SignInTrial>;
