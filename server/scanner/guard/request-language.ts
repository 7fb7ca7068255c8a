import type { Fetcher, FetchOptions } from "./fetcher";

/** Returns a fetcher that requests this language (a BCP 47 tag), like the audit's browser. */
export const requestLanguage = (fetcher: Fetcher, language: string): Fetcher => {
  const withLanguage = (options: FetchOptions = {}): FetchOptions => ({
    ...options,
    headersFor: async (url) => ({ "accept-language": language, ...(await options.headersFor?.(url)) }),
  });
  return {
    ...fetcher,
    fetch: (url, options) => fetcher.fetch(url, withLanguage(options)),
    stream: (url, take, options) => fetcher.stream(url, take, withLanguage(options)),
  };
};
