import { mutation, query, router } from "@/server/core/endpoint";
import { pageOf } from "@/server/core/schema";
import { Invitation } from "@/server/features/users/contract";
import { activateOrganisation } from "./activate-organisation";
import { addOrganisation } from "./add-organisation";
import { changeBranding, removeLogo } from "./change-branding";
import { changeMember } from "./change-member";
import { changeOrganisation } from "./change-organisation";
import {
  Activated,
  AddOrganisation,
  Branding,
  ChangeBranding,
  ChangeMember,
  ChangeOrganisation,
  Departed,
  InviteId,
  InviteMember,
  ListInvites,
  ListMembers,
  ListOrganisations,
  Member,
  MemberId,
  OpenInvite,
  Organisation,
  OrganisationId,
  RemovedMember,
  RemoveOrganisation,
  RevokedInvite,
  Transfer,
} from "./contract";
import { resendInvite, revokeInvite } from "./handle-invite";
import { inviteMember } from "./invite-member";
import { leaveOrganisation } from "./leave-organisation";
import { listInvites } from "./list-invites";
import { listMembers } from "./list-members";
import { getOrganisation, listOrganisations } from "./list-organisations";
import { getBranding } from "./read-branding";
import { removeMember } from "./remove-member";
import { removeOrganisation } from "./remove-organisation";
import { bringLogo } from "./store-logo";
import { transferOwnership } from "./transfer-ownership";

/** Room for a logo of 1 MB in base64. */
const brandingBytes = 1_500_000;

export const organisationsRouter = router({
  list: query({
    rest: "GET /api/organisations/",
    summary: "List the organisations you belong to, with your role in each",
    access: "session",
    limit: "read",
    input: ListOrganisations,
    output: pageOf(Organisation),
    run: listOrganisations,
  }),
  add: mutation({
    rest: "POST /api/organisations/",
    summary: "Add an organisation that you own; activate it to work in it",
    access: "session",
    limit: "write",
    audit: "organisation.add",
    auditsOwnOnly: true,
    status: 201,
    errors: ["conflict"],
    input: AddOrganisation,
    output: Organisation,
    run: addOrganisation,
  }),
  get: query({
    rest: "GET /api/organisations/{id}/",
    summary: "Read the active organisation; any other id is 404",
    access: "org.read",
    limit: "read",
    input: OrganisationId,
    output: Organisation,
    run: getOrganisation,
  }),
  change: mutation({
    rest: "PATCH /api/organisations/{id}/",
    summary: "Rename the active organisation",
    access: "org.write",
    limit: "write",
    audit: "organisation.change",
    input: ChangeOrganisation,
    output: Organisation,
    run: changeOrganisation,
  }),
  remove: mutation({
    rest: "DELETE /api/organisations/{id}/",
    summary: "Delete the active organisation with everything in it; confirm its name",
    access: "org.delete",
    limit: "write",
    audit: "organisation.remove",
    input: RemoveOrganisation,
    output: Departed,
    run: removeOrganisation,
  }),
  activate: mutation({
    rest: "POST /api/organisations/{id}/activate/",
    summary: "Work in another organisation of yours; bearers get a new token",
    access: "session",
    limit: "write",
    audit: "organisation.activate",
    auditsOwnOnly: true,
    errors: ["not_found"],
    input: OrganisationId,
    output: Activated,
    run: activateOrganisation,
  }),
  leave: mutation({
    rest: "POST /api/organisations/{id}/leave/",
    summary: "Leave an organisation, active or not; its last owner can't",
    access: "session",
    limit: "write",
    audit: "member.leave",
    auditsOwnOnly: true,
    errors: ["not_found", "conflict"],
    input: OrganisationId,
    output: Departed,
    run: leaveOrganisation,
  }),
  transfer: mutation({
    rest: "POST /api/organisations/{id}/transfer/",
    summary: "Hand the ownership of the active organisation to a member",
    access: "org.delete",
    limit: "write",
    audit: "organisation.transfer",
    errors: ["conflict"],
    input: Transfer,
    output: Organisation,
    run: transferOwnership,
  }),
});

export const membersRouter = router({
  list: query({
    rest: "GET /api/organisations/{id}/members/",
    summary: "List the members of the active organisation",
    access: "members.read",
    limit: "read",
    input: ListMembers,
    output: pageOf(Member),
    run: listMembers,
  }),
  change: mutation({
    rest: "PATCH /api/organisations/{id}/members/{user_id}/",
    summary: "Change a member's role, disable or enable them; counts at once",
    access: "members.write",
    limit: "write",
    audit: "member.change",
    errors: ["conflict"],
    input: ChangeMember,
    output: Member,
    run: changeMember,
  }),
  remove: mutation({
    rest: "DELETE /api/organisations/{id}/members/{user_id}/",
    summary: "Remove a member from the active organisation; counts at once",
    access: "members.write",
    limit: "write",
    audit: "member.remove",
    errors: ["conflict"],
    input: MemberId,
    output: RemovedMember,
    run: removeMember,
  }),
  invites: query({
    rest: "GET /api/organisations/{id}/invites/",
    summary: "List the invitations that nobody has accepted yet",
    access: "members.read",
    limit: "read",
    input: ListInvites,
    output: pageOf(OpenInvite),
    run: listInvites,
  }),
  invite: mutation({
    rest: "POST /api/organisations/{id}/invites/",
    summary: "Invite a person to the active organisation by mail",
    access: "members.invite",
    limit: "mailing",
    audit: "member.invite",
    status: 201,
    errors: ["conflict"],
    input: InviteMember,
    output: Invitation,
    run: inviteMember,
  }),
  resendInvite: mutation({
    rest: "POST /api/organisations/{id}/invites/{invite_id}/resend/",
    summary: "Mail an invitation again with a new link, at most once a minute",
    access: "members.invite",
    limit: "mailing",
    audit: "member.reinvite",
    errors: ["conflict"],
    input: InviteId,
    output: OpenInvite,
    run: resendInvite,
  }),
  revokeInvite: mutation({
    rest: "DELETE /api/organisations/{id}/invites/{invite_id}/",
    summary: "Take an invitation back; its link no longer works",
    access: "members.invite",
    limit: "write",
    audit: "member.uninvite",
    errors: ["conflict"],
    input: InviteId,
    output: RevokedInvite,
    run: revokeInvite,
  }),
});

export const brandingRouter = router({
  get: query({
    rest: "GET /api/organisations/{id}/branding/",
    summary: "Read what reports of the active organisation look like",
    access: "org.read",
    limit: "read",
    input: OrganisationId,
    output: Branding,
    run: getBranding,
  }),
  change: mutation({
    rest: "PATCH /api/organisations/{id}/branding/",
    summary: "Set the name, accent colour and logo that reports show",
    access: "branding.write",
    limit: "write",
    audit: "branding.change",
    maxBytes: brandingBytes,
    errors: ["upstream_failed"],
    input: ChangeBranding,
    output: Branding,
    outside: bringLogo,
    run: changeBranding,
  }),
  removeLogo: mutation({
    rest: "DELETE /api/organisations/{id}/branding/logo/",
    summary: "Take the logo off the reports",
    access: "branding.write",
    limit: "write",
    audit: "branding.remove_logo",
    input: OrganisationId,
    output: Branding,
    run: removeLogo,
  }),
});
