export { getMe } from "./current-user";
export { endSignUps, freeAddress } from "./end-sign-ups";
export { lockUser, lockUserById, notifyRegistration } from "./internal";
export { invitationEnd, inviteUser, sendInvitation } from "./invite-user";
export { sendHeldNotice } from "./notify-existing";
export { renameOrganisation } from "./rename-organisation";
