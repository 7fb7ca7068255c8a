import { mutation, router } from "@/server/core/endpoint";
import { LoggedOut, Login, Logout, Refresh, TokenPair } from "./contract";
import { login } from "./login";
import { logout } from "./logout";
import { refresh } from "./refresh";

export const authRouter = router({
  login: mutation({
    rest: "POST /api/auth/login",
    summary: "Sign in with e-mail address and password",
    access: "public",
    limit: "auth",
    audit: null,
    errors: ["invalid_credentials", "email_not_verified", "forbidden"],
    input: Login,
    output: TokenPair,
    transaction: false,
    run: login,
  }),
  refresh: mutation({
    rest: "POST /api/auth/refresh",
    summary: "Trade a refresh token for a new pair of tokens",
    access: "public",
    limit: "session",
    audit: null,
    errors: ["token_expired", "forbidden"],
    input: Refresh,
    output: TokenPair,
    transaction: false,
    run: refresh,
  }),
  logout: mutation({
    rest: "POST /api/auth/logout",
    summary: "End the session; its tokens are dead at once",
    access: "session",
    limit: "session",
    audit: "session.end",
    input: Logout,
    output: LoggedOut,
    run: logout,
  }),
});
