import { z } from "zod";
import { nothing } from "@/server/core/schema";
import { Email, LinkSecret, Me, NewPassword } from "@/server/features/users/contract";

/** Any password may be tried, also one that would be refused as a new one. */
export const Login = z.strictObject({ email: Email, password: z.string().min(1).max(128) });
export type Login = z.infer<typeof Login>;

export const Refresh = z.strictObject({ refresh_token: z.string().min(1).max(200) });
export type Refresh = z.infer<typeof Refresh>;

export const TokenPair = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.number().int(),
  refresh_token: z.string(),
  user: Me,
});
export type TokenPair = z.input<typeof TokenPair>;

export const Logout = nothing;
export const LoggedOut = nothing;

export const ForgotPassword = z.strictObject({ email: Email });
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** Accepted, and nothing to say: a mail follows if there is somebody to write to. */
export const Requested = nothing;

export const ResetPassword = z.strictObject({ token: LinkSecret, password: NewPassword });
export type ResetPassword = z.infer<typeof ResetPassword>;

export const PasswordReset = z.object({ email: z.string() });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const Provider = z.enum(["google", "github", "azure-ad"]);

export const LinkToken = z.strictObject({ token: LinkSecret });
export type LinkToken = z.infer<typeof LinkToken>;

/** What has to confirm that a sign-in by a provider belongs to the account of its address. */
export const PendingLink = z.object({
  provider: Provider,
  email: z.string(),
  confirmation: z.enum(["password", "mail", "press"]),
});
export type PendingLink = z.infer<typeof PendingLink>;

export const LinkIdentity = z.strictObject({ token: LinkSecret, password: z.string().min(1).max(128).optional() });
export type LinkIdentity = z.infer<typeof LinkIdentity>;

export const LinkedAccount = z.object({ provider: Provider, email: z.string() });
