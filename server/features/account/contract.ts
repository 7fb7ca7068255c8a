import { z } from "zod";
import { Id, nothing, pageFields, pageOf, Time } from "@/server/core/schema";
import { Email, LinkSecret, NewPassword } from "@/server/features/users/contract";

/** Left out by who has none; then the sign-in must be minutes old. */
const PresentPassword = z.string().min(1).max(128).optional();

export const Nothing = nothing;
export type Nothing = z.infer<typeof Nothing>;

export const ChangePassword = z.strictObject({ current_password: PresentPassword, password: NewPassword });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const EndedSessions = z.object({ ended_sessions: z.number().int() });
export type EndedSessions = z.infer<typeof EndedSessions>;

export const ChangeEmail = z.strictObject({ email: Email, password: PresentPassword });
export type ChangeEmail = z.infer<typeof ChangeEmail>;

export const EmailChange = z.object({ email: z.string(), confirmation_sent: z.literal(true) });
export type EmailChange = z.infer<typeof EmailChange>;

export const ConfirmEmail = z.strictObject({ token: LinkSecret });
export type ConfirmEmail = z.infer<typeof ConfirmEmail>;

export const ConfirmedEmail = z.object({ email: z.string() });
export type ConfirmedEmail = z.infer<typeof ConfirmedEmail>;

export const ListSessions = z.strictObject(pageFields);
export type ListSessions = z.infer<typeof ListSessions>;

export const OwnSession = z.object({
  id: Id,
  ip: z.string(),
  /** Browser and system in words. */
  agent: z.string(),
  created_at: Time,
  last_used_at: Time,
  expires_at: Time,
  current: z.boolean(),
});
export const OwnSessions = pageOf(OwnSession);
export type OwnSessions = z.input<typeof OwnSessions>;

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
      /** Whether it could be removed and still leave a way to sign in. */
      removable: z.boolean(),
    }),
  ),
});
export type SignInMethods = z.input<typeof SignInMethods>;

export const IdentityId = z.strictObject({ provider: Provider, subject: z.string().min(1).max(255) });
export type IdentityId = z.infer<typeof IdentityId>;

export const StartLinking = z.strictObject({ provider: Provider, password: PresentPassword });
export type StartLinking = z.infer<typeof StartLinking>;

export const IdentityStart = z.object({
  provider: Provider,
  /** Where to have the sign-in by the provider lead back to: a path of the app that works once, for 15 minutes. */
  callback_url: z.string(),
});
export type IdentityStart = z.infer<typeof IdentityStart>;

export const DataExport = z.object({
  id: Id,
  status: z.enum(["queued", "ready", "failed"]),
  created_at: Time,
  /** Until when the link that was mailed works. */
  expires_at: Time.nullable(),
});
export type DataExport = z.input<typeof DataExport>;

export const LatestExport = z.object({ export: DataExport.nullable() });
export type LatestExport = z.input<typeof LatestExport>;
