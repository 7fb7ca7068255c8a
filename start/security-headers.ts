import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { env } from "@/server/core/env";

/**
 * Headers that are added to every response that doesn't already have them. Pages get their own policy from proxy.ts.
 */
const everywhere = {
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), display-capture=(), geolocation=(), hid=(), idle-detection=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Paths that pages on other origins load or call. */
const isForOtherOrigins = (url: string): boolean => /^\/(?:rum\.js|api\/rum)\/?(?:\?|$)/.test(url);

const baseUrlOf = ({ socket }: IncomingMessage): string | undefined =>
  socket.localPort === env.REPORT_PORT ? env.REPORT_BASE_URL : env.BASE_URL;

const headersOf = (request: IncomingMessage): Record<string, string> => ({
  ...everywhere,
  ...(isForOtherOrigins(request.url ?? "") ? { "Cross-Origin-Resource-Policy": "cross-origin" } : {}),
  ...(baseUrlOf(request)?.startsWith("https:") && env.HSTS !== "off" ? { "Strict-Transport-Security": env.HSTS } : {}),
});

type Given = OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined;

const isGiven = (given: Given, name: string): boolean => {
  const names = Array.isArray(given) ? given.filter((_, index) => index % 2 === 0) : Object.keys(given ?? {});
  return names.some((other) => String(other).toLowerCase() === name.toLowerCase());
};

/** Adds the headers at the last moment, so that a header set by a handler is neither replaced nor sent twice. */
export const addSecurityHeaders = (request: IncomingMessage, response: ServerResponse): void => {
  const writeHead = response.writeHead as (...args: unknown[]) => ServerResponse;
  const writeSafeHead = (...args: unknown[]): ServerResponse => {
    const given = args.slice(1).find((arg) => typeof arg === "object" && arg !== null) as Given;
    for (const [name, value] of Object.entries(headersOf(request)))
      if (!response.hasHeader(name) && !isGiven(given, name)) response.setHeader(name, value);
    return writeHead.apply(response, args);
  };
  response.writeHead = writeSafeHead as typeof response.writeHead;
};
