import { z } from "zod";
import { Time } from "@/server/core/schema";
import { LinkSecret } from "../users/contract";

export const addedKinds = ["identity", "invitation", "member", "webhook", "report", "export"] as const;

export const Added = z.object({
  id: z.string().describe("ID to include in `keep`"),
  kind: z.enum(addedKinds),
  label: z.string().describe("What was added, such as an email address or a URL"),
  created_at: Time,
  agent: z.string().nullable().describe("Browser and operating system of the session that added it, if known"),
  ip: z.string().nullable(),
});
export type Added = z.input<typeof Added>;

export const Keep = z
  .array(z.string().max(400))
  .max(1_000)
  .default([])
  .describe("IDs of the listed additions to keep; the others are removed");

export const changeKinds = [
  "password_changed",
  "email_changed",
  "identity_linked",
  "identity_removed",
  "sessions_ended",
  "new_sign_in",
  "password_guessed",
] as const;

/** The change that an email was about, with the data needed to undo it. */
export const Change = z.object({
  kind: z.enum(changeKinds),
  provider: z.string().optional(),
  subject: z.string().optional(),
  email: z.string().optional(),
  linked_at: z.iso.datetime().optional(),
});
export type Change = z.infer<typeof Change>;

export const ShowSecuring = z.strictObject({ token: LinkSecret });
export type ShowSecuring = z.infer<typeof ShowSecuring>;

export const Securing = z.object({
  change: z.enum(changeKinds),
  provider: z.string().nullable(),
  relinks: z.boolean().describe("Whether securing the account relinks the removed identity provider"),
  changed_at: Time,
  email: z.string().describe("The account's email address once the account is secured"),
  added: z.array(Added),
});
export type Securing = z.input<typeof Securing>;

export const SecureAccount = z.strictObject({ token: LinkSecret, keep: Keep });
export type SecureAccount = z.infer<typeof SecureAccount>;

export const Secured = z.object({
  email: z.string(),
  reset_token: z.string().describe("Token for POST /api/auth/reset-password, valid for 60 minutes"),
});
export type Secured = z.infer<typeof Secured>;
