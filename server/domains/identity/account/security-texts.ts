import type { SecurityEventName, SecurityOutcome } from "@/generated/prisma/enums";
import { nameOfProvider } from "../auth/provider-ids";

interface Recorded {
  event: SecurityEventName;
  outcome: SecurityOutcome;
  method: string | null;
}

const nameOf = (method: string | null): string => (method === null ? "a provider" : nameOfProvider(method));

const wayOf = (method: string | null): string => (method === "password" ? "a password" : nameOf(method));

const revokedTexts: Readonly<Record<string, string>> = {
  all: "Revoked all sessions",
  others: "Revoked all other sessions",
};

const succeeded: Readonly<Record<SecurityEventName, (method: string | null) => string>> = {
  sign_in: (method) => `Signed in with ${wayOf(method)}`,
  sign_out: () => "Signed out",
  session_revoke: (method) => revokedTexts[method ?? ""] ?? "Revoked a session",
  session_refresh: () => "Refreshed a session",
  account_create: () => "Created the account",
  account_delete: () => "Deleted the account",
  email_verify: () => "Verified the email address",
  email_change_request: () => "Requested a change of email address",
  email_change: () => "Changed the email address",
  password_change: () => "Changed the password",
  password_reset_request: () => "Requested a link to reset the password",
  password_reset: () => "Reset the password by email",
  account_secure: () => "Secured the account with the link in an email",
  identity_link: (method) => `Linked ${nameOf(method)}`,
  identity_unlink: (method) => `Unlinked ${nameOf(method)}`,
  invitation_accept: () => "Accepted an invitation",
  data_export: () => "Requested an export of their data",
  permission_check: () => "Used a permission",
  link_check: () => "Opened an emailed link",
  service_key: () => "Used the API key",
};

/** Descriptions of unsuccessful events that weren't caused by a wrong password. */
const unusual: Readonly<Record<string, string>> = {
  "sign_in refused": "Entered the correct password before verifying the email address",
  "session_refresh refused": "Revoked a session because an old refresh token was used again",
  "email_verify failed": "Entered a wrong verification code",
  "link_check failed": "Opened an emailed link on the wrong page",
  "link_check refused": "Opened an emailed link that had been used or had expired",
  "permission_check refused": "Tried to do something their role doesn't allow",
};

const failed: Readonly<Partial<Record<SecurityEventName, string>>> = {
  sign_in: "sign in",
  password_change: "change the password",
  email_change_request: "change the email address",
  email_verify: "verify the email address",
  identity_link: "link a sign-in provider",
};

/** Describes a security event to the account's owner. */
export const describeEvent = ({ event, outcome, method }: Recorded): string => {
  if (outcome === "succeeded") return succeeded[event](method);
  const wanted = failed[event] ?? event.replaceAll("_", " ");
  if (outcome === "throttled") return `Too many failed attempts to ${wanted}`;
  return unusual[`${event} ${outcome}`] ?? `Failed to ${wanted}: the password was wrong`;
};
