export { openSignIn, openSignInForCall } from "./open-sign-in";
