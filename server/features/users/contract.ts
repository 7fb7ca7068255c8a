import { z } from "zod";
import { permissionSlugs, roles } from "@/server/auth/permissions";
import { Id, nothing, Time } from "@/server/core/schema";

/** An address in the one form that identifies a person here: trimmed, lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(z.regexes.email, "Give an e-mail address such as name@example.org.");

export const PersonName = z
  .string()
  .trim()
  .min(1, "Give a name.")
  .max(200)
  .regex(/^\P{Cc}*$/u, "Leave out control characters.");

export const NewPassword = z.string().min(12, "Use at least 12 characters.").max(128, "Use at most 128 characters.");

/** The token of a link that came by mail. */
export const LinkSecret = z.string().min(1).max(200);

export const RegisterUser = z.strictObject({
  email: Email,
  password: NewPassword,
  name: PersonName,
  invitation_token: LinkSecret.optional(),
});
export type RegisterUser = z.infer<typeof RegisterUser>;

export const Registered = z.object({ email: z.string(), verification_sent: z.literal(true) });

export const ResendVerification = z.strictObject({ email: Email });
export type ResendVerification = z.infer<typeof ResendVerification>;

export const VerificationSent = z.object({ verification_sent: z.literal(true) });

export const VerifyByOtp = z.strictObject({
  email: Email,
  otp: z
    .string()
    .trim()
    .regex(/^\d{6}$/, "Give the 6 digits of the mail."),
});
export type VerifyByOtp = z.infer<typeof VerifyByOtp>;

export const VerifyByLink = z.strictObject({ token: LinkSecret });
export type VerifyByLink = z.infer<typeof VerifyByLink>;

export const Verified = z.object({ email_verified: z.literal(true) });

export const InviteUser = z.strictObject({ email: Email, role: z.enum(roles), organisation_id: Id.optional() });
export type InviteUser = z.infer<typeof InviteUser>;

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(["pending", "accepted", "revoked"]),
  expires_at: Time,
});
export type Invitation = z.input<typeof Invitation>;

/** Name and password are for who has no account yet. */
export const AcceptInvite = z.strictObject({
  token: LinkSecret,
  name: PersonName.optional(),
  password: NewPassword.optional(),
});
export type AcceptInvite = z.infer<typeof AcceptInvite>;

export const ShowInvite = z.strictObject({ token: LinkSecret });
export type ShowInvite = z.infer<typeof ShowInvite>;

export const PendingInvite = z.object({
  email: z.string(),
  organisation: z.string(),
  role: z.enum(roles),
  /** Who sent it; null when they have no account any more. */
  inviter: z.string().nullable(),
  has_account: z.boolean(),
  expires_at: Time,
});
export type PendingInvite = z.input<typeof PendingInvite>;

export const AcceptedInvite = z.object({
  email: z.string(),
  organisation: z.object({ id: Id, name: z.string() }),
  role: z.enum(roles),
});
export type AcceptedInvite = z.input<typeof AcceptedInvite>;

export const NoInput = nothing;
export type NoInput = z.infer<typeof NoInput>;

export const ChangeMe = z.strictObject({ name: PersonName.optional() });
export type ChangeMe = z.infer<typeof ChangeMe>;

/** A signed-in user with the organisation they act in and what they may do there. */
export const Me = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  email_verified: z.boolean(),
  created_at: Time,
  organisation: z.object({ id: Id, name: z.string() }),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissionSlugs)),
  has_billing: z.boolean().describe("Whether there are plans to pay for; without them nothing is limited"),
});
export type Me = z.input<typeof Me>;
