const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);

/** The address as a link may carry it, or null when it is none or of another scheme than http, https or mailto. */
export const safeAddress = (value: string): string | null => {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  return SAFE_PROTOCOLS.has(url.protocol) ? url.href : null;
};

/** The host of a website as words for a sentence; what is no web address stays as it came. */
export const siteName = (value: string): string => {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  return url.protocol.startsWith("http") ? url.host : value;
};
