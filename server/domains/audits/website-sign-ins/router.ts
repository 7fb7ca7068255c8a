import { mutation, query, router } from "@/server/endpoint/endpoint";
import { Removed } from "../websites/contract";
import { SaveSignIn, SignInOf, SignInTrial, WebsiteSignIn } from "./contract";
import { getSignIn } from "./get-sign-in";
import { removeSignIn, saveSignIn } from "./save-and-remove-sign-in";
import { prepareSignInTrial, trySignIn } from "./try-sign-in";

/**
 * Maximum size of the cookies in bytes: the maximum number of cookies, each of maximum length, with every character
 * escaped in JSON.
 */
const maxBytes = 3_000_000;

export const websiteSignInsRouter = router({
  get: query({
    rest: "GET /api/websites/{id}/sign-in/",
    summary: "Get a website's sign-in settings, without secrets",
    access: "websites.read",
    limit: "read",
    input: SignInOf,
    output: WebsiteSignIn,
    errors: ["not_found"],
    run: getSignIn,
  }),
  save: mutation({
    rest: "POST /api/websites/{id}/sign-in/",
    summary: "Set a website's sign-in settings",
    access: "websites.write",
    limit: "write",
    audit: "website_sign_in.save",
    maxBytes,
    input: SaveSignIn,
    output: WebsiteSignIn,
    errors: ["not_found"],
    run: saveSignIn,
  }),
  remove: mutation({
    rest: "DELETE /api/websites/{id}/sign-in/",
    summary: "Delete a website's sign-in settings",
    access: "websites.write",
    limit: "write",
    audit: "website_sign_in.remove",
    input: SignInOf,
    output: Removed,
    errors: ["not_found"],
    run: removeSignIn,
  }),
  attempt: mutation({
    rest: "POST /api/websites/{id}/sign-in/try/",
    summary: "Sign in to a website once and show the page that opens",
    access: "websites.write",
    limit: "signIns",
    audit: "website_sign_in.try",
    transaction: false,
    input: SignInOf,
    output: SignInTrial,
    errors: ["not_found", "conflict", "unavailable", "upstream_failed"],
    prepare: prepareSignInTrial,
    run: trySignIn,
  }),
});
