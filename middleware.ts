import { createHash } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { themeScript } from "./app/_ui/theme-script";
import { configuredProviders } from "./server/auth/provider-ids";

const sessionCookies = ["__Host-next-auth.session-token", "next-auth.session-token"];

const themeHash = createHash("sha256").update(themeScript).digest("base64");

/** A mail in the outbox brings a style sheet of its own; scripts stay out by the sandbox of its frame. */
const styleSources = (path: string, nonce: string): string =>
  path.startsWith("/outbox/") ? "'self' 'unsafe-inline'" : `'self' 'nonce-${nonce}'`;

const contentSecurityPolicy = (path: string, nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'sha256-${themeHash}'`,
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

/** Whether the session is alive is for the API to say; here only its absence counts. */
export const middleware = (request: NextRequest): NextResponse => {
  const signedIn = sessionCookies.some((name) => request.cookies.has(name));
  if (needsSession(request.nextUrl.pathname) && !signedIn) return NextResponse.redirect(signInAddress(request));
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = contentSecurityPolicy(request.nextUrl.pathname, nonce);
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // Pages read no configuration; this one tells them which buttons there are.
  headers.set("x-sign-in-with", configuredProviders().join(","));
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
};

export const config = {
  runtime: "nodejs",
  matcher: [
    "/accept-invite",
    "/accessibility/:path*",
    "/confirm-email",
    "/forgot-password",
    "/link-account",
    "/outbox/:path*",
    "/reset-password",
    "/service/:path*",
    "/sign-in",
    "/sign-up",
    "/unsubscribe",
    "/verify-email",
  ],
};
