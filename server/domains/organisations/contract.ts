import { z } from "zod";
import { roles } from "@/server/core/permissions";
import { Id, pageFields, Time } from "@/server/core/schema";
import { OrganisationName } from "@/server/domains/identity/memberships/contract";
import { Email } from "@/server/domains/identity/users/contract";

const Role = z.enum(roles);

export const ListOrganisations = z.strictObject(pageFields);
export type ListOrganisations = z.infer<typeof ListOrganisations>;

/** An organisation, as seen by one of its members. */
export const Organisation = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  /** Whether this is the session's active organisation. */
  active: z.boolean(),
  member_count: z.number().int(),
  created_at: Time,
});
export type Organisation = z.input<typeof Organisation>;

export const AddOrganisation = z.strictObject({ name: OrganisationName });
export type AddOrganisation = z.infer<typeof AddOrganisation>;

export const ChangeOrganisation = z.strictObject({ id: Id, name: OrganisationName });
export type ChangeOrganisation = z.infer<typeof ChangeOrganisation>;

/** `confirm_name` must be the full name, so that nobody deletes the wrong organisation by mistake. */
export const RemoveOrganisation = z.strictObject({ id: Id, confirm_name: z.string().min(1).max(400) });
export type RemoveOrganisation = z.infer<typeof RemoveOrganisation>;

/** The session's next organisation; null if there is no other, in which case the session has been revoked. */
export const Departed = z.object({ id: Id, next_organisation_id: Id.nullable() });
export type Departed = z.input<typeof Departed>;

/** `access_token` is null for browsers: their cookie is renewed in the response, and scripts never see its token. */
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

/** A member. `id` is the user's id. */
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

/** An invitation that hasn't been accepted. */
export const OpenInvite = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  status: z.enum(["pending", "expired"]),
  /** Null if the account was deleted. */
  invited_by: z.object({ id: Id, name: z.string() }).nullable(),
  sent_at: Time,
  expires_at: Time,
});
export type OpenInvite = z.input<typeof OpenInvite>;

export const InviteId = z.strictObject({ id: Id, invite_id: Id });
export type InviteId = z.infer<typeof InviteId>;

export const RevokedInvite = z.object({ id: Id });
