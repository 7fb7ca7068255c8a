import { z } from "zod";
import { InvitationStatus } from "@/generated/prisma/enums";
import { permissionSlugs, roles } from "@/server/core/permissions";
import { Id, nothing, Time } from "@/server/core/schema";

/** An email address in the form that identifies a person: trimmed and in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(z.regexes.email, "Enter an email address, such as name@example.org.");

export const PersonName = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(200)
  .regex(/^\P{Cc}*$/u, "Must not contain control characters.");

export const NewPassword = z.string().min(12, "Use at least 12 characters.").max(128, "Use at most 128 characters.");

/** The token in an emailed link. */
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

/**
 * Fields for confirming a sign-up that was made in another browser. The password is then required, because someone else
 * may have signed up with the email address.
 */
const chosen = {
  name: PersonName.optional().describe(
    "Name for the account, replacing the one given at sign-up; used only with `password`",
  ),
  password: NewPassword.optional().describe(
    "Password for the account, replacing the one given at sign-up. Required in a browser other than the one used to sign up, or if there was an earlier sign-up with the same email address",
  ),
};

export const VerifyByOtp = z.strictObject({
  ...chosen,
  email: Email,
  otp: z
    .string()
    .trim()
    .regex(/^\d{6}$/, "Enter the 6-digit code from the email."),
});
export type VerifyByOtp = z.infer<typeof VerifyByOtp>;

export const VerifyByLink = z.strictObject({ ...chosen, token: LinkSecret });
export type VerifyByLink = z.infer<typeof VerifyByLink>;

export const Verified = z.object({ email_verified: z.literal(true) });

export const InviteUser = z.strictObject({ email: Email, role: z.enum(roles), organisation_id: Id.optional() });
export type InviteUser = z.infer<typeof InviteUser>;

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(InvitationStatus),
  expires_at: Time,
});
export type Invitation = z.input<typeof Invitation>;

/** `name` and `password` are only for people without an account. */
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
  /** Null if the inviter's account has been deleted. */
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

/** The signed-in user, their active organisation and their permissions in it. */
export const Me = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  email_verified: z.boolean(),
  created_at: Time,
  organisation: z.object({ id: Id, name: z.string() }),
  role: z.enum(roles),
  permissions: z.array(z.enum(permissionSlugs)),
  has_billing: z.boolean().describe("Whether billing is configured; without it, there are no plan limits"),
});
export type Me = z.input<typeof Me>;
