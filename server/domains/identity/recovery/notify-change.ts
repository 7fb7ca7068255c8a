import type { SystemCtx } from "@/server/core/context";
import { env } from "@/server/core/env";
import { queueEmail } from "@/server/domains/messaging/delivery";
import { issueAccountToken } from "../auth/account-token";
import { nameOfProvider } from "../auth/provider-ids";
import type { Change } from "./contract";

/** How long a change can be undone with the link in the email, in days. */
const days = 7;

interface Person {
  id: string;
  /** The account's email address before the change. */
  email: string;
  name: string;
}

/** Creates the URL of a page that undoes a change, for an email to the account's owner. */
export const createSecuringUrl = async (
  { db }: Pick<SystemCtx, "db">,
  { id, email }: Pick<Person, "id" | "email">,
  change: Change,
): Promise<string> => {
  const data = { change, sent_to: email };
  const token = await issueAccountToken(db, { user_id: id, purpose: "secure-account", minutes: days * 24 * 60, data });
  return `${env.BASE_URL}/secure-account?token=${token}`;
};

/**
 * Notifies an account's owner by email that a way to access the account has changed. The email contains a link to use
 * if the owner didn't make the change.
 */
export const notifyChange = async (system: SystemCtx, person: Person, change: Change): Promise<void> => {
  const url = await createSecuringUrl(system, person, change);
  const { email: to, name } = person;
  const when = new Date().toISOString();
  const provider = nameOfProvider(change.provider ?? "");
  const linked = { name, provider, email: change.email ?? "", when, url };
  if (change.kind === "password_changed")
    await queueEmail(system, { to, template: "password-changed", data: { name, when, url } });
  if (change.kind === "sessions_ended")
    await queueEmail(system, { to, template: "sessions-ended", data: { name, when, url } });
  if (change.kind === "identity_linked") await queueEmail(system, { to, template: "identity-linked", data: linked });
  if (change.kind === "identity_removed") await queueEmail(system, { to, template: "identity-removed", data: linked });
  if (change.kind === "email_changed" && change.email)
    await queueEmail(system, { to, template: "email-changed", data: { name, new_email: change.email, when, url } });
};
