export { assertActive, assertMayHandle, assertNotLastOwner, lockOrganisation } from "./active-organisation";
export { createOrganisation } from "./create-organisation";
export { endMembership, joinOrganisation } from "./join-and-leave";
export { moveSessions } from "./move-sessions";
export { renewToken } from "./renew-token";
export { revokeInvitesOf } from "./revoke-invites-of";
