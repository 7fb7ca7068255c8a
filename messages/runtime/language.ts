import { oncePerProcess, processWide } from "@/server/core/process-wide";

/** The language of the source catalogues, and the default language of the interface. */
export const sourceLanguage = "en-GB";

/** Name of the cookie that stores the user's chosen language. */
export const languageCookie = "curbcut-language";

/** Name of the process-wide slot for the language of the current request or email (see `inLanguage`). */
export const languageSlot = "current language";

/** The messages of one language, keyed by path, such as "account.page.title". */
export type Catalogue = Readonly<Record<string, string>>;

declare global {
  interface Window {
    /** Set by the script that a page loads first if its language isn't the source language. */
    curbcutMessages?: Catalogue;
  }
}

const isBrowser = typeof document !== "undefined";

/** Returns the language of the page in a browser, or of the current request or email on the server. */
export const currentLanguage = (): string => {
  if (isBrowser) return document.documentElement.lang || sourceLanguage;
  return processWide<{ getStore(): string | undefined }>(languageSlot).value?.getStore() ?? sourceLanguage;
};

const catalogues = () => oncePerProcess("catalogues", () => new Map<string, Catalogue>());

/** Makes a language available. The source language needs no catalogue, because modules contain its messages. */
export const addCatalogue = (language: string, catalogue: Catalogue): void => {
  catalogues().set(language, catalogue);
};

/** Returns the messages of a language, or undefined if the language isn't available. */
export const findCatalogue = (language: string): Catalogue | undefined =>
  isBrowser ? window.curbcutMessages : catalogues().get(language);

/** Lists the languages that pages can be shown in, the source language first. */
export const listLanguages = (): [string, ...string[]] => [sourceLanguage, ...catalogues().keys()];

const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

/** Returns the direction in which a language is written. */
export const directionOf = (language: string): "ltr" | "rtl" =>
  rightToLeft.has(new Intl.Locale(language).maximize().script ?? "") ? "rtl" : "ltr";
