import type { Mark } from "../model/content-reader";
import type { Page } from "../model/page-list";
import type { CheckContext } from "./context";

/** A language tag (RFC 5646): letters, followed by parts that consist of letters and digits. */
const languageTag = /^[a-z]{1,8}(?:-[a-z\d]{1,8}){0,20}$/i;

export const isLanguageTag = (tag: string): boolean => tag.length <= 200 && languageTag.test(tag);

export const checkLanguages = ({ file, catalog, structure, report }: CheckContext): void => {
  const whole = file.text(catalog.get("Lang"));
  if (whole !== null && !isLanguageTag(whole)) report("7.2-29");
  for (const { dict, page } of structure.elements) {
    const own = file.text(dict.get("Lang"));
    if (own !== null && !isLanguageTag(own)) report("7.2-29", page);
  }
};

const spanClauses = { ActualText: "7.2-30", Alt: "7.2-31", E: "7.2-32" } as const;

/**
 * Reports whether any of these marked-content sequences, or of the structure elements that they belong to, specifies a
 * language.
 */
export const hasLanguageFor = ({ file }: CheckContext, marks: readonly Mark[]): boolean =>
  marks.some(({ properties, owner }) => Boolean(file.text(properties?.get("Lang")) || owner?.language));

/** Checks the language of a marked-content sequence. `around` contains the sequences in which it is nested. */
export const checkMarkLanguage = (context: CheckContext, mark: Mark, around: readonly Mark[], page: Page): void => {
  const { file, report, hasLanguage } = context;
  const own = file.text(mark.properties?.get("Lang"));
  if (own !== null && !isLanguageTag(own)) report("7.2-29", page.number);
  if (mark.tag !== "Span" || hasLanguage || hasLanguageFor(context, [...around, mark])) return;
  for (const [key, clause] of Object.entries(spanClauses))
    if (file.text(mark.properties?.get(key)) !== null) report(clause, page.number);
};
