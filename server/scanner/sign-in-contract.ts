import { z } from "zod";
import { isUrl } from "@/server/core/is-url";
import { webAddressWithoutCredentials } from "@/server/core/web-address";
import { DEFAULT_LANGUAGE, LanguageTag } from "./language";
import { TrialPicture } from "./trial-picture";

const MAX_HEADERS = 20;
const MAX_COOKIES = 100;
const MAX_ORIGINS = 10;
const MAX_STORED = 200;

const Url = webAddressWithoutCredentials();

/** Secrets with fewer characters couldn't be masked in results without masking ordinary text as well. */
export const SHORTEST_SECRET = 4;

const Secret = z.string().min(SHORTEST_SECRET, `Enter at least ${SHORTEST_SECRET} characters.`).max(1_000);
const UserName = z.string().trim().min(1).max(320);
const Selector = z.string().trim().min(1).max(500);

/** Headers that the browser sets itself, or that would change what a request means. */
const reserved =
  /^(?:host|connection|content-.*|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|sec-.*|origin|referer|user-agent|accept-encoding|expect|cookie2?|set-cookie2?)$/i;

export const SignInHeader = z.strictObject({
  name: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "Enter the name of a header.")
    .refine((name) => !reserved.test(name), "This header can't be set."),
  value: z
    .string()
    .min(SHORTEST_SECRET, `Enter at least ${SHORTEST_SECRET} characters.`)
    .max(8_000)
    .regex(/^[\x20-\x7e]*$/, "Use printable ASCII characters only."),
});
export type SignInHeader = z.infer<typeof SignInHeader>;

const cookieText = /^[\x21-\x3a\x3c-\x7e]*$/;
const CookieName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "Enter the name of a cookie.");
const CookieValue = z
  .string()
  .max(4_096)
  .regex(cookieText, "Use printable ASCII characters only, without spaces or semicolons.");

export const SignInCookie = z.strictObject({ name: CookieName, value: CookieValue });
export type SignInCookie = z.infer<typeof SignInCookie>;

/** What Playwright's `storageState()` returns. Fields that the scanner doesn't use are ignored. */
export const StorageState = z.object({
  cookies: z
    .array(
      z.object({
        name: CookieName,
        value: CookieValue,
        domain: z.string().min(1).max(255),
        path: z.string().max(1_000).default("/"),
        expires: z.number().default(-1),
        httpOnly: z.boolean().default(false),
        secure: z.boolean().default(false),
        sameSite: z.enum(["Strict", "Lax", "None"]).default("Lax"),
      }),
    )
    .max(MAX_COOKIES)
    .default([]),
  origins: z
    .array(
      z.object({
        origin: z.string().max(300),
        localStorage: z
          .array(z.object({ name: z.string().max(1_000), value: z.string().max(50_000) }))
          .max(MAX_STORED)
          .default([]),
      }),
    )
    .max(MAX_ORIGINS)
    .default([]),
});
export type StorageState = z.infer<typeof StorageState>;

/** CSS selectors for the parts of a sign-in form that the scanner doesn't find by itself. */
export const FormSelectors = z.strictObject({
  user_name: Selector.optional(),
  password: Selector.optional(),
  code: Selector.optional(),
  submit: Selector.optional(),
});
export type FormSelectors = z.infer<typeof FormSelectors>;

export const SignInMethod = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("basic"), user_name: UserName, password: Secret }),
  z.strictObject({ kind: z.literal("headers"), headers: z.array(SignInHeader).min(1).max(MAX_HEADERS) }),
  z.strictObject({ kind: z.literal("cookies"), cookies: z.array(SignInCookie).min(1).max(MAX_COOKIES) }),
  z.strictObject({ kind: z.literal("storage_state"), state: StorageState }),
  z.strictObject({
    kind: z.literal("form"),
    url: Url.describe("The page with the sign-in form."),
    user_name: UserName,
    password: Secret,
    totp: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .refine(isTotpSecret, "Enter a Base32 secret or an otpauth:// URI.")
      .optional()
      .describe("Secret for one-time codes (TOTP): Base32, or an otpauth:// URI."),
    selectors: FormSelectors.optional(),
  }),
]);
export type SignInMethod = z.infer<typeof SignInMethod>;
export type FormMethod = Extract<SignInMethod, { kind: "form" }>;

/** How to recognise that the website treats the scanner as signed in. */
export const SignedInSign = z.strictObject({
  url: Url.optional().describe("A page that opens only for signed-in users. The scanner opens it after signing in."),
  text: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Text that signed-in users see near the beginning of every page, such as their name."),
});
export type SignedInSign = z.infer<typeof SignedInSign>;

const Origin = Url.refine((url) => !isUrl(url) || new URL(url).origin === url.replace(/\/$/, ""), {
  error: "Enter an origin, such as https://example.org, without a path.",
}).transform((url) => new URL(url).origin);

/**
 * How the scanner signs in. The secrets are sent only to the named origins. Our own extension, which other scanners may
 * ignore.
 */
export const SignIn = z.strictObject({
  origins: z.array(Origin).min(1).max(MAX_ORIGINS),
  method: SignInMethod,
  signed_in: SignedInSign.default({}),
});
export type SignIn = z.infer<typeof SignIn>;
export type SignInInput = z.input<typeof SignIn>;

function isTotpSecret(text: string): boolean {
  const secret = /^otpauth:\/\/totp\//i.test(text) && isUrl(text) ? new URL(text).searchParams.get("secret") : text;
  return /^[A-Z2-7]{8,200}=*$/i.test((secret ?? "").replace(/[\s-]/g, ""));
}

/** Why signing in failed; `signed_in` if it succeeded. */
export const SignInOutcome = z.enum([
  "signed_in",
  "sign_in_rejected",
  "sign_in_code_needed",
  "sign_in_code_rejected",
  "sign_in_captcha",
  "sign_in_locked",
  "sign_in_form_missing",
  "sign_in_other_origin",
  "sign_in_unreachable",
  "sign_in_unconfirmed",
]);
export type SignInOutcome = z.infer<typeof SignInOutcome>;

/** Body of `POST /sign-ins`, which tries a sign-in once and returns the outcome and the page reached. */
export const SignInTrialRequest = z.object({
  page_url: z.url({ protocol: /^https?$/ }).max(4_096),
  language: LanguageTag.default(DEFAULT_LANGUAGE),
  sign_in: SignIn,
});
export type SignInTrialRequest = z.infer<typeof SignInTrialRequest>;
export type SignInTrialRequestInput = z.input<typeof SignInTrialRequest>;

/**
 * The outcome of a trial, and the page reached. `picture` is a WebP file in Base64 with field values masked; null if
 * there is none.
 */
export const SignInTrialResult = z.object({
  outcome: SignInOutcome,
  message: z.string().max(1_000),
  url: z.string().max(4_096).nullable(),
  title: z.string().max(500).nullable(),
  picture: TrialPicture.nullable(),
});
export type SignInTrialResult = z.infer<typeof SignInTrialResult>;
