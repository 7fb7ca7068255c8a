import { z } from "zod";
import { nothing } from "@/server/core/schema";
import { Email, Me } from "@/server/features/users/contract";

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
