export { addIdentity, type Linking } from "./add-identity";
export { signOut } from "./logout";
export { openSession } from "./open-session";
export { sendPasswordReset } from "./send-password-reset";
export { type Identity, signInByIdentity } from "./sign-in-by-identity";
