const localHost = /^(localhost|127\.|\[::1\]|10\.|192\.168\.)/i;

/**
 * Adds the most likely scheme to a URL typed without one, such as "example.org"; returns null if the text can't be a
 * URL.
 */
export const completeAddress = (typed: string): string | null => {
  const text = typed.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${localHost.test(text) ? "http" : "https"}://${text}`;
  if (text === "" || /\s/.test(text) || !URL.canParse(full)) return null;
  return /^https?:$/.test(new URL(full).protocol) ? full : null;
};

/** Shortens a URL for display: no scheme and no trailing slash. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "");
