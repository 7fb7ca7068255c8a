import { type Identity, signInByIdentity } from "@/server/features/auth";
import { configure } from "./configure";

/** Makes Google a provider that is configured here, without one to call. */
export const configureGoogle = (): void => configure({ GOOGLE_CLIENT_ID: "tests", GOOGLE_CLIENT_SECRET: "secret" });

let count = 0;

/** What Google says of a person it has verified. */
export const identityOf = (email: string, given: Partial<Identity> = {}): Identity => {
  count += 1;
  return { provider: "google", subject: `google-${count}`, name: "Ada", email, email_verified: true, ...given };
};

/** The token of the page that asks to confirm; throws when none was asked for. */
export const pendingLinkOf = async (identity: Identity): Promise<string> => {
  const admitted = await signInByIdentity(identity);
  const token = "page" in admitted ? new URL(admitted.page, "http://localhost").searchParams.get("token") : null;
  if (!token) throw new Error(`No confirmation was asked for: ${JSON.stringify(admitted)}`);
  return token;
};
