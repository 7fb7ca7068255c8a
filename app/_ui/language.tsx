"use client";

import { createContext, type ReactNode, useContext, useId } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { currentLanguage, languageCookie } from "@/messages/runtime/language";
import { shared } from "@/messages/texts/shared";

const Languages = createContext<readonly string[]>([]);

type Props = { languages: readonly string[]; children: ReactNode };

/**
 * Provides the available languages, and makes components format dates and handle arrow keys for the current language.
 */
export const LanguageProvider = ({ languages, children }: Props) => (
  <Languages value={languages}>
    <I18nProvider locale={currentLanguage()}>{children}</I18nProvider>
  </Languages>
);

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
