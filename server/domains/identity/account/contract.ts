import { z } from "zod";
import { DataExportStatus, SecurityEventName, SecurityOutcome } from "@/generated/prisma/enums";
import { Id, nothing, pageFields, pageOf, Time } from "@/server/core/schema";
import { Email, LinkSecret, NewPassword } from "../users/contract";

export const exportsKeptHours = 24;
/** Omitted if the account has no password; in that case, the user must have signed in recently. */
const CurrentPassword = z.string().min(1).max(128).optional();

export const Nothing = nothing;
export type Nothing = z.infer<typeof Nothing>;

export const ChangePassword = z.strictObject({ current_password: CurrentPassword, password: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const EndedSessions = z.object({ ended_sessions: z.number().int() });
export type EndedSessions = z.infer<typeof EndedSessions>;

export const ChangeEmail = z.strictObject({ email: Email, password: CurrentPassword });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const EmailChange = z.object({ email: z.string(), confirmation_sent: z.literal(true) });
export type EmailChange = z.infer<typeof EmailChange>;

export const ConfirmEmail = z.strictObject({
  token: LinkSecret,
  password: CurrentPassword.describe("The account's password, for callers who aren't signed in to the account"),
});
export type ConfirmEmail = z.infer<typeof ConfirmEmail>;

export const ConfirmedEmail = z.object({ email: z.string() });
export type ConfirmedEmail = z.infer<typeof ConfirmedEmail>;

export const ListSessions = z.strictObject(pageFields);
export type ListSessions = z.infer<typeof ListSessions>;

export const OwnSession = z.object({
  id: Id,
  ip: z.string(),
  /** Browser and operating system, such as "Firefox on Windows". */
  agent: z.string(),
  created_at: Time,
  last_used_at: Time,
  expires_at: Time,
  current: z.boolean(),
});
export const OwnSessions = pageOf(OwnSession);
export type OwnSessions = z.input<typeof OwnSessions>;

export const ListSecurityLog = z.strictObject(pageFields);
export type ListSecurityLog = z.infer<typeof ListSecurityLog>;

export const SecurityLogEntry = z.object({
  id: Id,
  created_at: Time,
  event: z.enum(SecurityEventName).describe("What was done or attempted"),
  event_text: z.string().describe("Description of the event and its outcome"),
  outcome: z
    .enum(SecurityOutcome)
    .describe("failed: wrong password or code; throttled: too many failed attempts; refused: not allowed"),
  method: z
    .string()
    .nullable()
    .describe('Method used, such as "password" or "google"; null for events with only one possible method'),
  ip: z.string(),
  agent: z.string().describe("Browser and operating system"),
  current: z.boolean().describe("Whether the event happened in, or affected, the current session"),
});
export const SecurityLog = pageOf(SecurityLogEntry);
export type SecurityLog = z.input<typeof SecurityLog>;

export const SessionId = z.strictObject({ id: Id });
export type SessionId = z.infer<typeof SessionId>;

export const Provider = z.enum(["google", "github", "azure-ad"]);

export const SignInMethods = z.object({
  password: z.boolean(),
  identities: z.array(
    z.object({
      provider: Provider,
      subject: z.string(),
      email: z.string(),
      created_at: Time,
      /** Whether the user could still sign in without this method. */
      removable: z.boolean(),
    }),
  ),
});
export type SignInMethods = z.input<typeof SignInMethods>;

export const IdentityId = z.strictObject({ provider: Provider, subject: z.string().min(1).max(255) });
export type IdentityId = z.infer<typeof IdentityId>;

export const StartLinking = z.strictObject({ provider: Provider, password: CurrentPassword });
export type StartLinking = z.infer<typeof StartLinking>;

export const IdentityStart = z.object({
  provider: Provider,
  /**
   * The app's path to which the user returns after signing in with the provider. Contains a single-use token that is
   * valid for 15 minutes.
   */
  callback_url: z.string(),
});
export type IdentityStart = z.infer<typeof IdentityStart>;

export const DataExport = z.object({
  id: Id,
  status: z.enum(DataExportStatus),
  created_at: Time,
  /** Time at which the emailed download link expires. */
  expires_at: Time.nullable(),
});
export type DataExport = z.input<typeof DataExport>;

export const LatestExport = z.object({ export: DataExport.nullable() });
export type LatestExport = z.input<typeof LatestExport>;
