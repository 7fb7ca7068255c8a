import Negotiator from "negotiator";
import { languageCookie } from "@/messages/runtime/language";

const cookieOf = (header: string | undefined): string | undefined =>
  header
    ?.split(";")
    .map((part) => part.trim().split("="))
    .find(([name]) => name === languageCookie)?.[1];

/**
 * Returns the best of the offered languages: the language in the user's cookie, otherwise the first match in the
 * browser's preferences, otherwise the first one offered.
 */
export const chooseLanguage = (
  headers: { cookie?: string | undefined; "accept-language"?: string | undefined },
  offered: readonly [string, ...string[]],
): string => {
  const [usual] = offered;
  if (offered.length === 1) return usual;
  const chosen = cookieOf(headers.cookie);
  if (chosen && offered.includes(chosen)) return chosen;
  return (
    new Negotiator({ headers: { "accept-language": headers["accept-language"] ?? "" } }).language([...offered]) ?? usual
  );
};
