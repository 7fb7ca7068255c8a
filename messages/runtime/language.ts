import { oncePerProcess, processWide } from "@/server/core/process-wide";

/** The language of the source catalogues, and the default language of the interface. */
export const sourceLanguage = "en-GB";

/** The name of the cookie that stores the user's chosen language. */
export const languageCookie = "curbcut-language";

/** The name of the process-wide slot that holds the language of the current request or email (see `inLanguage`). */
export const languageSlot = "current language";

/** The messages of one language, keyed by path, such as "account.page.title". */
export type Catalogue = Readonly<Record<string, string>>;

declare global {
  interface Window {
    /** Messages in the page's language, set before the page's scripts run; unset for the source language. */
    curbcutMessages?: Catalogue;
  }
}

const isBrowser = typeof document !== "undefined";

/** Returns the page's language in a browser; on the server, the language of the current request or email. */
export const currentLanguage = (): string => {
  if (isBrowser) return document.documentElement.lang || sourceLanguage;
  return processWide<{ getStore(): string | undefined }>(languageSlot).value?.getStore() ?? sourceLanguage;
};

const catalogues = () => oncePerProcess("catalogues", () => new Map<string, Catalogue>());

/** Makes a language available. The source language is always available, because modules import its messages. */
export const addCatalogue = (language: string, catalogue: Catalogue): void => {
  catalogues().set(language, catalogue);
};

/** Returns the messages of a language, or undefined if the language isn't available. */
export const findCatalogue = (language: string): Catalogue | undefined =>
  isBrowser ? window.curbcutMessages : catalogues().get(language);

/** Lists the languages that pages can be shown in, source language first. */
export const listLanguages = (): [string, ...string[]] => [sourceLanguage, ...catalogues().keys()];

const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/** Returns the direction in which a language is written. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
