import { mutation, query, router } from "@/server/endpoint/endpoint";
import { SecureAccount, Secured, Securing, ShowSecuring } from "./contract";
import { secureAccount, showSecuring } from "./secure-account";

export const recoveryRouter = router({
  show: query({
    rest: "GET /api/auth/secure-account",
    summary: "Preview what securing an account undoes and removes",
    access: "public",
    limit: "session",
    errors: ["invalid_code", "expired"],
    input: ShowSecuring,
    output: Securing,
    run: showSecuring,
  }),
  secure: mutation({
    rest: "POST /api/auth/secure-account",
    summary: "Secure an account with the link from an email about a change",
    access: "public",
    limit: "auth",
    audit: null,
    errors: ["invalid_code", "expired", "conflict"],
    input: SecureAccount,
    output: Secured,
    transaction: false,
    run: secureAccount,
  }),
});
