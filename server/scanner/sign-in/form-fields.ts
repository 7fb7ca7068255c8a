import type { Frame, Locator, Page } from "playwright-core";
import { isUrl } from "@/server/core/is-url";
import type { FormMethod } from "../sign-in-contract";

/** A visible field as the page describes it. `index` is its position among the frame's visible fields. */
export interface FieldFacts {
  index: number;
  type: string;
  autocomplete: string;
  /** The field's name, id, label and placeholder. */
  words: string;
  longest: number;
}

/** The positions of the fields in a sign-in form; null for fields that the form doesn't show. */
export interface ChosenFields {
  userName: number | null;
  password: number | null;
  code: number | null;
}

const textTypes = new Set(["text", "email", "tel", "number", "password", ""]);
const userWords =
  /user|login|log-in|e-?mail|account|\bname\b|benutzer|nutzer|kunden|konto|identifiant|courriel|usuario|correo|utente|gebruiker|utilizador|użytkownik|användar|bruger|bruker|käyttäjä/i;
const codeWords =
  /one.?time|otp|totp|2fa|mfa|two.?factor|verification|authenticat|security.?code|passcode|\btoken\b|\bcode\b|bestätigungscode|sicherheitscode|einmal|code de|código|codice|verificatie/i;
const searchWords = /search|suche|recherche|buscar|cerca|zoek|newsletter|coupon|voucher|promo/i;

const find = (fields: readonly FieldFacts[], test: (field: FieldFacts) => boolean): number | null =>
  fields.find(test)?.index ?? null;

const isCode = ({ autocomplete, words, type }: FieldFacts): boolean =>
  /one-time-code/i.test(autocomplete) ||
  (type !== "email" && codeWords.test(words) && !/current-password/i.test(autocomplete));

const strongCodeWords =
  /one.?time|otp|totp|2fa|mfa|two.?factor|verification|authenticat|bestätigungscode|einmal|verificatie/i;
const otherCodeWords = /zip|post|plz|cap\b|area|country|sort|gift|invite|invitation|referral|discount/i;
const MOST_BESIDE_CODE = 2;

/**
 * Reports whether a field for a code is the next step of the form. Once the password has been entered, a field for
 * another kind of code, such as a postcode, belongs to the page that the form leads to.
 */
const isNextStep = ({ autocomplete, words }: FieldFacts, fields: number): boolean =>
  /one-time-code/i.test(autocomplete) ||
  strongCodeWords.test(words) ||
  (fields <= MOST_BESIDE_CODE && !otherCodeWords.test(words));

/** Reports whether a field is one of several that each take one digit of a code. */
const isDigit = ({ longest, type }: FieldFacts): boolean => longest === 1 && type !== "password";

const FEWEST_DIGITS = 4;

const isUserName = ({ autocomplete, type, words }: FieldFacts): boolean =>
  /username|email/i.test(autocomplete) || type === "email" || userWords.test(words);

/**
 * Chooses the fields for the username, the password and the one-time code by their type, `autocomplete` attribute,
 * label and name. Fields for new passwords are never used.
 */
export const chooseFields = (all: readonly FieldFacts[], isCodeOnly = false): ChosenFields => {
  const fields = all.filter(({ type, autocomplete, words }) => {
    const isNew = /new-password/i.test(autocomplete);
    return textTypes.has(type) && !isNew && !searchWords.test(words);
  });
  const others = fields.filter(
    ({ type, autocomplete }) => type !== "password" && !/current-password/i.test(autocomplete),
  );
  const password = find(fields, (field) => !others.includes(field) && !/one-time-code/i.test(field.autocomplete));
  const before = others.filter((field) => password === null || field.index < password);
  const code =
    find(fields, ({ autocomplete }) => /one-time-code/i.test(autocomplete)) ??
    find(
      others,
      (field) =>
        isCode(field) &&
        !/username|email/i.test(field.autocomplete) &&
        (!isCodeOnly || isNextStep(field, others.length)),
    ) ??
    (others.filter(isDigit).length >= FEWEST_DIGITS ? find(others, isDigit) : null);
  const rest = before.filter(({ index }) => index !== code);
  const last = password === null ? null : (rest.at(-1)?.index ?? null);
  return { userName: find(rest, isUserName) ?? last, password, code };
};

const MOST_FIELDS = 60;

const readFields = (frame: Frame): Promise<FieldFacts[]> =>
  frame.locator("input:visible").evaluateAll(
    (inputs, most) =>
      inputs.slice(0, most).flatMap((input, index) =>
        input instanceof HTMLInputElement && !input.disabled && !input.readOnly
          ? [
              {
                index,
                type: input.type,
                autocomplete: input.autocomplete,
                words: [
                  input.name,
                  input.id,
                  input.placeholder,
                  input.ariaLabel,
                  ...[...(input.labels ?? [])].map((label) => label.textContent),
                ]
                  .join(" ")
                  .slice(0, 500),
                longest: input.maxLength,
              },
            ]
          : [],
      ),
    MOST_FIELDS,
  );

/** The visible fields of a sign-in form. */
export interface FormFields {
  frame: Frame;
  userName: Locator | null;
  password: Locator | null;
  code: Locator | null;
}

const byUser = async (frame: Frame, selector: string | undefined): Promise<Locator | null> => {
  if (selector === undefined) return null;
  const field = frame.locator(selector).first();
  return (await field.isVisible().catch(() => false)) ? field : null;
};

const readFrame = async (frame: Frame, { selectors = {} }: FormMethod, isCodeOnly: boolean): Promise<FormFields> => {
  const chosen = chooseFields(await readFields(frame), isCodeOnly);
  const at = (index: number | null) => (index === null ? null : frame.locator("input:visible").nth(index));
  const own = {
    userName: await byUser(frame, selectors.user_name),
    password: await byUser(frame, selectors.password),
    code: await byUser(frame, selectors.code),
  };
  return {
    frame,
    userName: own.userName ?? at(chosen.userName),
    password: own.password ?? at(chosen.password),
    code: own.code ?? at(chosen.code),
  };
};

const countFields = ({ userName, password, code }: FormFields): number =>
  [userName, password, code].filter((field) => field !== null).length + (password ? 2 : 0);

const originOf = (frame: Frame): string => (isUrl(frame.url()) ? new URL(frame.url()).origin : "null");

/**
 * Reads the sign-in form. Among the frames on the named origins, uses the one that contains the most fields of the
 * form. `isCodeOnly` is set once the password has been entered.
 */
export const readForm = async (
  page: Page,
  method: FormMethod,
  { origins, isCodeOnly }: { origins: readonly string[]; isCodeOnly: boolean },
): Promise<FormFields | null> => {
  const frames = page
    .frames()
    .filter((frame) => origins.includes(originOf(frame)))
    .slice(0, 10);
  const forms = await Promise.all(frames.map((frame) => readFrame(frame, method, isCodeOnly)));
  const [best] = forms.sort((a, b) => countFields(b) - countFields(a));
  return best && countFields(best) > 0 ? best : null;
};

const captchas = [
  "iframe[src*='recaptcha' i]:not([src*='size=invisible' i])",
  "iframe[src*='hcaptcha' i]:not([src*='size=invisible' i])",
  "iframe[src*='challenges.cloudflare.com' i]",
  ".g-recaptcha:not([data-size='invisible'])",
  ".h-captcha:not([data-size='invisible'])",
  ".cf-turnstile",
  "img[src*='captcha' i]",
  "input[name*='captcha' i]",
  "input[id*='captcha' i]",
].map((selector) => `${selector}:visible`);

export const hasCaptcha = async (page: Page): Promise<boolean> =>
  (await page
    .locator(captchas.join(", "))
    .count()
    .catch(() => 0)) > 0;
