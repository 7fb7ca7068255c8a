export { getMe } from "./get-me";
export { announceRegistration, lockUser } from "./internal";
export { invitationEnd, inviteUser, mailInvitation } from "./invite-user";
