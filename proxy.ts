import { createHash } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { configuredProviders } from "@/server/domains/identity/auth/provider-ids";
import { inlineScripts } from "./app/inline-scripts";
import { env } from "./server/core/env";

const sessionCookies = ["__Host-next-auth.session-token", "next-auth.session-token"];

const scriptHashes = inlineScripts
  .map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`)
  .join(" ");

/**
 * Emails in the preview have inline styles; the sandbox of their frame blocks scripts. The list of emails has the same
 * policy, because opening an email from the list doesn't load a new document.
 */
const styleSources = (path: string, nonce: string): string =>
  /^\/outbox(?:\/|$)/.test(path) ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;

const contentSecurityPolicy = (path: string, nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' ${scriptHashes}`,
    `style-src-elem ${styleSources(path, nonce)}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");

const needsSession = (path: string): boolean => /^\/(?:accessibility|service)(?:\/|$)/.test(path);

const signInAddress = (request: NextRequest): URL => {
  const address = request.nextUrl.clone();
  const next = `${address.pathname}${address.search}`;
  address.pathname = "/sign-in";
  address.search = "";
  address.searchParams.set("next", next);
  return address;
};

/**
 * Redirects requests for protected pages without a session cookie to the sign-in page, and sets the content security
 * policy. The API checks whether the session is still valid.
 */
export const proxy = (request: NextRequest): NextResponse => {
  const signedIn = sessionCookies.some((name) => request.cookies.has(name));
  if (needsSession(request.nextUrl.pathname) && !signedIn) return NextResponse.redirect(signInAddress(request));
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(request.nextUrl.pathname, nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // Pages don't read the configuration or cookies; these headers tell them which options to show.
  headers.set("x-signed-in", signedIn ? "yes" : "no");
  headers.set("x-sign-in-with", configuredProviders().join(","));
  headers.set("x-sign-up", env.SIGN_UP);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
};

/** All pages, including unknown ones. Excluded paths get their policy from start/security-headers.ts. */
export const config = {
  matcher: ["/((?!api(?:/|$)|_next/|\\.well-known/|icon\\.svg$).*)"],
};
