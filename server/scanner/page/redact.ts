import { truncate } from "@/server/core/truncate";

const MAX_HTML = 600;
const MASK = "…";

/**
 * Each pattern matches only from the start of a run of its characters. The time is therefore proportional to the length
 * of the text.
 */
const emailAddress = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
const jsonWebToken = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** Keys from well-known providers, and long hexadecimal or base64 strings, but not UUIDs, which are rarely secret. */
const longToken =
  // Backtracks, but at most twice per run of these characters: the first match includes any later key in the run.
  /\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|AKIA|AIza)[-_A-Za-z0-9]{12,}\b|\b[0-9a-f]{32,}\b|(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,}\b/g;
const parameter = /[?&;]([\w-]+)=/g;
const secretParameter =
  /^(?:.*(?:token|secret|password|passwd|signature|session|auth|api_?key|nonce|csrf|otp).*|sig|key|code|sid|pwd)$/i;

type Span = readonly [start: number, end: number];

const findParameters = (text: string): Span[] => {
  const value = /[^&#"'\s<>]+/y;
  const found: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(parameter)) {
    const start = match.index + match[0].length;
    value.lastIndex = start;
    if (match.index < from || !secretParameter.test(match[1] ?? "") || !value.test(text)) continue;
    from = value.lastIndex;
    found.push([start, from]);
  }
  return found;
};

const hideParameters = (text: string): string => {
  let hidden = "";
  let from = 0;
  for (const [start, end] of findParameters(text)) {
    hidden += text.slice(from, start) + MASK;
    from = end;
  }
  return hidden + text.slice(from);
};

/** Returns the positions of email addresses, keys and tokens in text. They may overlap. */
export const findSecrets = (text: string): Span[] => [
  ...[emailAddress, jsonWebToken, longToken].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Span => [index, index + found.length]),
  ),
  ...findParameters(text),
];

/** Masks email addresses, keys and tokens in text. */
export const redactText = (text: string): string =>
  hideParameters(text.replace(emailAddress, `${MASK}@${MASK}`).replace(jsonWebToken, MASK)).replace(longToken, MASK);

// Backtracks, but only over one run of spaces or up to one quote, because every match begins with its own space.
const attributeValue = (name: string): RegExp => new RegExp(`(\\s(${name})\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s>]+)`, "gi");
const valueAttribute = attributeValue("value");
const contentAttribute = attributeValue("content");
const secretAttribute = attributeValue("nonce|integrity|srcdoc");
const dataAttribute = attributeValue("data-[\\w-]+");
const secretData = /token|secret|key|auth|csrf|session|email/i;

const hideValue = (_: string, before: string): string => `${before}"${MASK}"`;
const hideSecretData = (all: string, before: string, name: string): string =>
  secretData.test(name) ? `${before}"${MASK}"` : all;

/**
 * Masks field values, because a person may have entered them. Keeps the value of a button, because it is the button's
 * label.
 */
const redactField = (tag: string): string => {
  if (/\stype\s*=\s*["']?(?:submit|button|reset|image|checkbox|radio)\b/i.test(tag)) return tag;
  return tag.replace(valueAttribute, hideValue);
};

const redactMeta = (tag: string): string =>
  /\b(?:csrf|token|verification)/i.test(tag) ? tag.replace(contentAttribute, hideValue) : tag;

/** Masks form values, email addresses and tokens in HTML, in time proportional to its length. */
export const redactMarkup = (html: string): string =>
  redactText(
    html
      .replace(/<(?:input|option|data|param|button)\b[^>]*>?/gi, redactField)
      .replace(/(<textarea\b[^>]*(?:>|$))[\s\S]*?(<\/textarea>|$)/gi, `$1${MASK}$2`)
      .replace(secretAttribute, hideValue)
      .replace(dataAttribute, hideSecretData)
      .replace(/<meta\b[^>]*>?/gi, redactMeta),
  );

/** Shortens text to at most `length` characters and marks it as shortened. */
export const cutText = (text: string, length: number): string =>
  text.length <= length ? text : `${truncate(text, length - 1)}${MASK}`;

/**
 * Returns a snippet that is safe to store and show: shortened to 600 characters, with form values, email addresses and
 * tokens masked. The same element has the same snippet in every scan.
 */
export const redactHtml = (html: string): string => cutText(redactMarkup(html), MAX_HTML);
