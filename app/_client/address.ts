const localHost = /^(localhost|127\.|\[::1\]|10\.|192\.168\.)/i;

/** "example.org" as people type it, with the scheme it most likely has; null when it can't be an address. */
export const completeAddress = (typed: string): string | null => {
  const text = typed.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${localHost.test(text) ? "http" : "https"}://${text}`;
  if (text === "" || /\s/.test(text) || !URL.canParse(full)) return null;
  return /^https?:$/.test(new URL(full).protocol) ? full : null;
};

/** An address without what everybody knows, for reading. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, "").replace(/\/$/, "");
