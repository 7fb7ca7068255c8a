import type { Fetcher, FetchOptions } from "./fetcher";

/** Returns a fetcher that asks for this language (a BCP 47 tag), as the browser of the audit does. */
export const askForLanguage = (fetcher: Fetcher, language: string): Fetcher => {
  const ask = (options: FetchOptions = {}): FetchOptions => ({
    ...options,
    headersFor: async (url) => ({ "accept-language": language, ...(await options.headersFor?.(url)) }),
  });
  return {
    ...fetcher,
    fetch: (url, options) => fetcher.fetch(url, ask(options)),
    stream: (url, take, options) => fetcher.stream(url, take, ask(options)),
  };
};
