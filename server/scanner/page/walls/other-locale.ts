import type { Clues } from "./clues";
import type { WallKind } from "./wall-kind";

/** A language, a country or both, as they appear in URLs. */
interface Locale {
  language: string | null;
  country: string | null;
}

const nameOf = (type: "language" | "region", code: string): string | undefined =>
  new Intl.DisplayNames("en", { type, fallback: "none" }).of(code);

/** Reads the locale from a part of a URL, such as `fr`, `fr-ch`, `ch_fr` or `uk`. Returns null for anything else. */
const readLocale = (part: string): Locale | null => {
  const codes = /^([a-z]{2})(?:[-_]([a-z]{2}))?$/i.exec(part.toLowerCase());
  if (!codes) return null;
  const [, first = "", second] = codes;
  const isCountry = (code: string) => nameOf("region", code.toUpperCase()) !== undefined;
  const isLanguage = (code: string) => nameOf("language", code) !== undefined;
  if (second === undefined)
    return isLanguage(first) || isCountry(first)
      ? { language: isLanguage(first) ? first : null, country: isCountry(first) ? first : null }
      : null;
  if (isLanguage(first) && isCountry(second)) return { language: first, country: second };
  return isLanguage(second) && isCountry(first) ? { language: second, country: first } : null;
};

const parameters = ["lang", "language", "locale", "hl", "country", "region"];

/**
 * Returns the parts of a URL that may be a locale: the first part of the path, the first part of the host name, and a
 * parameter.
 */
const partsOf = (address: string): Record<"path" | "host" | "query", string> => {
  const { hostname, pathname, searchParams } = new URL(address);
  return {
    path: pathname.split("/")[1] ?? "",
    host: hostname.split(".").length > 2 ? (hostname.split(".")[0] ?? "") : "",
    query: parameters.flatMap((name) => searchParams.get(name) ?? [])[0] ?? "",
  };
};

/** Returns a locale's codes. In URLs, `uk` can mean Ukrainian or the United Kingdom. */
const codesOf = ({ language, country }: Locale): string[] =>
  [language, country].flatMap((code) => (code === "uk" ? ["uk", "gb"] : (code ?? [])));

const overlaps = (a: Locale, b: Locale): boolean => codesOf(a).some((code) => codesOf(b).includes(code));

/** Reports whether the page states that it is in the language that its URL names. */
const isWritten = ({ facts }: Clues, { language, country }: Locale): boolean => {
  const [stated = "", ...rest] = (facts.language ?? "").toLowerCase().split(/[-_]/);
  return stated === language || (country !== null && (rest.includes(country) || language === null));
};

/** Returns the language that a locale refers to; null if that isn't clear, as for `ch` or `be`. */
const languageOf = ({ language, country }: Locale): string | null => {
  const spoken = country === null ? language : new Intl.Locale("und", { region: country }).maximize().language;
  return language === spoken ? language : null;
};

const pathOf = (address: string): string => new URL(address).pathname.replace(/\/$/, "");

/** Reports whether the language in a path is missing after a redirect, and the page is in another language. */
const isLost = (page: Clues, wanted: Locale, got: string): boolean => {
  const [stated = ""] = (page.facts.language ?? "").toLowerCase().split(/[-_]/);
  const [requested, shown] = [pathOf(page.url), pathOf(page.finalUrl)];
  const isSamePage = shown === "" || requested.endsWith(shown);
  const language = languageOf(wanted);
  return isSamePage && stated !== "" && readLocale(got) === null && language !== null && language !== stated;
};

/**
 * Reports whether a URL with one language or country was redirected to a URL with a different language or country in
 * the same place.
 */
const isOther = (page: Clues): boolean => {
  const [requested, shown] = [partsOf(page.url), partsOf(page.finalUrl)];
  const path = readLocale(requested.path);
  if (path !== null && isLost(page, path, shown.path)) return true;
  return (["path", "host", "query"] as const).some((place) => {
    const [wanted, got] = [readLocale(requested[place]), readLocale(shown[place])];
    return wanted !== null && got !== null && !overlaps(wanted, got) && isWritten(page, got);
  });
};

export const otherLocale: WallKind = {
  code: "wrong_place",
  message: ({ finalUrl }) =>
    `The website shows a different language or country from the requested one: ${finalUrl.split("?", 1)[0]}. Enter the URL that the scanner was redirected to, or don't redirect the Curbcut user agent.`,
  needed: 5,
  signals: [
    { points: 5, holds: (page) => page.isRedirected && isOther(page) },
    // A redirect to another language counts only for the start page: if a link leads to another language, the page in
    // that language can still be scanned.
    { points: -5, holds: ({ isStart }) => isStart !== true },
  ],
};
