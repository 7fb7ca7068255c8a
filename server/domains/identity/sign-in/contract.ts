import { z } from "zod";
import { nothing } from "@/server/core/schema";
import { Added, Keep } from "../recovery/contract";
import { Email, LinkSecret, Me, NewPassword } from "../users/contract";

/** Accepts any password, including ones that would be rejected as a new password. */
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

/** The response is empty, whether or not the account exists. An email is sent only if it does. */
export const Requested = nothing;

export const ResetPassword = z.strictObject({ token: LinkSecret, password: NewPassword, keep: Keep });
export type ResetPassword = z.infer<typeof ResetPassword>;

export const PendingReset = z.object({
  added: z
    .array(Added)
    .describe(
      "Recently added items, such as webhooks and members. The reset removes them unless they're listed in `keep`",
    ),
});
export type PendingReset = z.input<typeof PendingReset>;

export const PasswordReset = z.object({ email: z.string() });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const Provider = z.enum(["google", "github", "azure-ad"]);

export const LinkToken = z.strictObject({ token: LinkSecret });
export type LinkToken = z.infer<typeof LinkToken>;

/** How the user must confirm that a provider sign-in belongs to the existing account with the same email address. */
export const PendingLink = z.object({
  provider: Provider,
  email: z.string(),
  confirmation: z.enum(["password", "mail", "press"]),
});
export type PendingLink = z.infer<typeof PendingLink>;

export const LinkIdentity = z.strictObject({ token: LinkSecret, password: z.string().min(1).max(128).optional() });
export type LinkIdentity = z.infer<typeof LinkIdentity>;

export const LinkedAccount = z.object({ provider: Provider, email: z.string() });
