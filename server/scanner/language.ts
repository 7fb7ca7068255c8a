import { z } from "zod";

/** The language of the browser unless an audit chooses another one. */
export const DEFAULT_LANGUAGE = "en-GB";

const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** A BCP 47 language tag, such as "de" or "pt-BR". */
export const LanguageTag = z
  .string()
  .trim()
  .min(2)
  .max(35)
  .refine(isLanguageTag, "This isn't a valid language tag. Enter one such as de or pt-BR.");
