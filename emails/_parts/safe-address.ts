import { isUrl } from "@/server/core/is-url";

const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/**
 * Returns the URL in a form that is safe in a link, or null if it is invalid or its scheme isn't http, https or mailto.
 */
export const safeAddress = (value: string): string | null => {
  if (!isUrl(value)) return null;
  const url = new URL(value);
  return SAFE_PROTOCOLS.has(url.protocol) ? url.href : null;
};

/** Returns a website's host for use in a sentence. If the text isn't an HTTP(S) URL, returns it unchanged. */
export const siteName = (value: string): string => {
  if (!isUrl(value)) return value;
  const url = new URL(value);
  return url.protocol.startsWith("http") ? url.host : value;
};
