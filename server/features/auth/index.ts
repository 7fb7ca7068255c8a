export { addIdentity, type Linking } from "./add-identity";
export { mailPasswordReset } from "./mail-password-reset";
export { openSession } from "./open-session";
export { type Identity, signInByIdentity } from "./sign-in-by-identity";
