"use client";

import { createContext, type ReactNode, use, useContext, useId } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { currentLanguage, languageCookie } from "@/messages/runtime/language";
import { shared } from "@/messages/texts/shared";

const Languages = createContext<readonly string[]>([]);

type Props = {
  language: string;
  languages: readonly string[];
  /** The script with the messages in this language, or null for the source language. */
  catalogueUrl: string | null;
  children: ReactNode;
};

const loads = new Map<string, Promise<void>>();

/**
 * Sets the document's language once the messages in that language have loaded. If they can't be loaded, continues in
 * the source language.
 */
const load = (language: string, url: string): Promise<void> => {
  const known = loads.get(language);
  if (known) return known;
  const loading = new Promise<void>((resolve) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => {
      document.documentElement.lang = language;
      resolve();
    };
    script.onerror = () => resolve();
    document.head.append(script);
  });
  loads.set(language, loading);
  return loading;
};

/**
 * Provides the available languages, and makes components format dates and handle arrow keys for the current language.
 * Loads the messages if the page's HTML doesn't: the HTML of a page that doesn't exist is empty, because Next.js leaves
 * it to the browser to render the app's layout around the error.
 */
export const LanguageProvider = ({ language, languages, catalogueUrl, children }: Props) => {
  if (catalogueUrl && typeof document !== "undefined" && currentLanguage() !== language)
    use(load(language, catalogueUrl));
  return (
    <Languages value={languages}>
      <I18nProvider locale={currentLanguage()}>{children}</I18nProvider>
    </Languages>
  );
};

const year_s = 31_536_000;

const choose = (language: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${year_s}; samesite=lax`;
  window.location.reload();
};

const nameOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;

/** A menu of the languages, each under its own name; renders nothing if there is only one. */
export const LanguageChoice = () => {
  const id = useId();
  const languages = useContext(Languages);
  if (languages.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id}>{shared.language}</label>
      <select
        id={id}
        value={currentLanguage()}
        onChange={({ target }) => choose(target.value)}
        className="min-h-11 max-w-full rounded-md border border-control bg-surface px-3"
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {nameOf(language)}
          </option>
        ))}
      </select>
    </div>
  );
};
