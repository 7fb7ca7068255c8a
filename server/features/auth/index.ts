export { mailPasswordReset } from "./mail-password-reset";
export { openSession } from "./open-session";
export { signInByIdentity } from "./sign-in-by-identity";
