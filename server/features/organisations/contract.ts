import { z } from "zod";
import { roles } from "@/server/auth/permissions";
import { Id, pageFields, Time } from "@/server/core/schema";
import { Email } from "@/server/features/users/contract";

const Role = z.enum(roles);

export const OrganisationName = z
  .string()
  .trim()
  .min(1, "Give the organisation a name.")
  .max(200)
  .regex(/^\P{Cc}*$/u, "Leave out control characters.");

export const ListOrganisations = z.strictObject(pageFields);
export type ListOrganisations = z.infer<typeof ListOrganisations>;

/** An organisation as one of its members sees it. */
export const Organisation = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  /** Whether this session acts in it. */
  active: z.boolean(),
  member_count: z.number().int(),
  created_at: Time,
});
export type Organisation = z.input<typeof Organisation>;

export const AddOrganisation = z.strictObject({ name: OrganisationName });
export type AddOrganisation = z.infer<typeof AddOrganisation>;

export const OrganisationId = z.strictObject({ id: Id });
export type OrganisationId = z.infer<typeof OrganisationId>;

export const ChangeOrganisation = z.strictObject({ id: Id, name: OrganisationName });
export type ChangeOrganisation = z.infer<typeof ChangeOrganisation>;

/** The name in full, so that nobody deletes the wrong one. */
export const RemoveOrganisation = z.strictObject({ id: Id, confirm_name: z.string().min(1).max(400) });
export type RemoveOrganisation = z.infer<typeof RemoveOrganisation>;

/** Where the session goes on; null when it has ended, because there is no other organisation. */
export const Departed = z.object({ id: Id, next_organisation_id: Id.nullable() });
export type Departed = z.input<typeof Departed>;

/** The token is for bearers; a browser's cookie is renewed with the answer, and its token shown to no script. */
export const Activated = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  access_token: z.string().nullable(),
  token_type: z.literal("Bearer"),
  expires_in: z.number().int(),
});
export type Activated = z.input<typeof Activated>;

export const Transfer = z.strictObject({ id: Id, new_owner_id: Id });
export type Transfer = z.infer<typeof Transfer>;

export const ListMembers = z.strictObject({ ...pageFields, id: Id, q: z.string().trim().max(200).optional() });
export type ListMembers = z.infer<typeof ListMembers>;

/** A member by their user id. */
export const Member = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  disabled: z.boolean(),
  joined_at: Time,
});
export type Member = z.input<typeof Member>;

export const ChangeMember = z.strictObject({
  id: Id,
  user_id: Id,
  role: Role.optional(),
  disabled: z.boolean().optional(),
});
export type ChangeMember = z.infer<typeof ChangeMember>;

export const MemberId = z.strictObject({ id: Id, user_id: Id });
export type MemberId = z.infer<typeof MemberId>;

export const RemovedMember = z.object({ id: Id });

export const ListInvites = z.strictObject({ ...pageFields, id: Id });
export type ListInvites = z.infer<typeof ListInvites>;

export const InviteMember = z.strictObject({ id: Id, email: Email, role: Role });
export type InviteMember = z.infer<typeof InviteMember>;

/** An invitation that nobody has accepted yet. */
export const OpenInvite = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  status: z.enum(["pending", "expired"]),
  /** Null when the account is gone. */
  invited_by: z.object({ id: Id, name: z.string() }).nullable(),
  sent_at: Time,
  expires_at: Time,
});
export type OpenInvite = z.input<typeof OpenInvite>;

export const InviteId = z.strictObject({ id: Id, invite_id: Id });
export type InviteId = z.infer<typeof InviteId>;

export const RevokedInvite = z.object({ id: Id });

/** What reports show in Curbcut's place; null stands for Curbcut's own. */
export const Branding = z.object({
  name: z.string().nullable(),
  accent: z.string().nullable(),
  /** A data: URI. */
  logo: z.string().nullable(),
});
export type Branding = z.input<typeof Branding>;

/** 1 MB of picture in base64, with what stands before it. */
export const logoCharacters = Math.ceil(1_000_000 / 3) * 4 + 40;

export const ChangeBranding = z.strictObject({
  id: Id,
  name: OrganisationName.nullable().optional(),
  accent: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "Give a colour such as #0b5fff.")
    .nullable()
    .optional(),
  logo: z.string().max(logoCharacters, "The logo must be a PNG or JPEG picture of at most 1 MB.").nullable().optional(),
});
export type ChangeBranding = z.infer<typeof ChangeBranding>;
