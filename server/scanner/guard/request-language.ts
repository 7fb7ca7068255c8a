import type { Fetcher, FetchOptions } from "./fetcher";

/** Returns a fetcher that requests content in this language (a BCP 47 tag), as the audit's browser does. */
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
