export { getMe } from "./get-me";
export { invitationEnd, inviteUser, mailInvitation } from "./invite-user";
export { announceRegistration, lockUser } from "./internal";
