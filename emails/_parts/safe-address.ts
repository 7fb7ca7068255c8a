const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/**
 * Parses a URL. Returns null if the text is invalid. Avoids `URL.canParse`, which rejects some URLs in Node 20 and 22.
 */
export const readUrl = (value: string): URL | null => {
  try {
    return new URL(value);
  } catch {
    return null;
  }
};

/**
 * Returns the URL in a form that is safe in a link, or null if it is invalid or its scheme isn't http, https or mailto.
 */
export const safeAddress = (value: string): string | null => {
  const url = readUrl(value);
  return url && SAFE_PROTOCOLS.has(url.protocol) ? url.href : null;
};

/** Returns a website's host for use in a sentence. If the text isn't an HTTP(S) URL, returns it unchanged. */
export const siteName = (value: string): string => {
  const url = readUrl(value);
  return url?.protocol.startsWith("http") ? url.host : value;
};
