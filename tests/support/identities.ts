import { type Identity, signInByIdentity as signIn } from "@/server/domains/identity/sign-in";
import { configure } from "./configure";

/** Configures Google as a provider in this process, without a server to call. */
export const configureGoogle = (): void => configure({ GOOGLE_CLIENT_ID: "tests", GOOGLE_CLIENT_SECRET: "secret" });

/** Signs in from an unspecified browser. */
export const signInByIdentity = (identity: Identity) =>
  signIn({ id: "test", ip: "192.0.2.1", headers: new Headers() }, identity);

let count = 0;

/** Returns an identity as Google reports it, by default with a verified email address. */
export const identityOf = (email: string, given: Partial<Identity> = {}): Identity => {
  count += 1;
  return { provider: "google", subject: `google-${count}`, name: "Ada", email, email_verified: true, ...given };
};

/** Returns the token of the page that asks for confirmation; throws if no confirmation was requested. */
export const pendingLinkOf = async (identity: Identity): Promise<string> => {
  const admitted = await signInByIdentity(identity);
  const token = "page" in admitted ? new URL(admitted.page, "http://localhost").searchParams.get("token") : null;
  if (!token) throw new Error(`No confirmation was requested: ${JSON.stringify(admitted)}`);
  return token;
};
