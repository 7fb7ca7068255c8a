import { SHORTEST_SECRET, type SignIn, type SignInMethod } from "../sign-in-contract";

const MASK = "…";
/**
 * Minimum length of secret values in cookies and local storage. Shorter ones are settings, such as a language or the
 * answer to a consent banner.
 */
const SHORTEST_STORED = 8;

const basic = (userName: string, password: string): string =>
  Buffer.from(`${userName}:${password}`, "utf8").toString("base64");

/**
 * Returns a header's value and its longer parts, because a value often consists of a scheme and a secret, such as
 * "Bearer …".
 */
const partsOfHeader = (value: string): string[] => [
  value,
  ...value.split(/[\s,;]+/).filter((part) => part.length >= 8),
];

const totpSecret = (totp: string): string =>
  /^otpauth:/i.test(totp) ? (new URL(totp).searchParams.get("secret") ?? totp) : totp;

const readValues = (method: SignInMethod): string[] => {
  switch (method.kind) {
    case "basic":
      return [method.password, basic(method.user_name, method.password)];
    case "headers":
      return method.headers.flatMap(({ value }) => partsOfHeader(value));
    case "cookies":
      return method.cookies.map(({ value }) => value).filter(({ length }) => length >= SHORTEST_STORED);
    case "storage_state":
      return [
        ...method.state.cookies.map(({ value }) => value),
        ...method.state.origins.flatMap(({ localStorage }) => localStorage.map(({ value }) => value)),
      ].filter(({ length }) => length >= SHORTEST_STORED);
    case "form":
      return [method.password, ...(method.totp ? [method.totp, totpSecret(method.totp)] : [])];
  }
};

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Returns the ways in which a website may print a value. */
const formsOf = (value: string): string[] => [
  value,
  encodeURI(value),
  encodeURIComponent(value),
  new URLSearchParams({ a: value }).toString().slice(2),
  escapeHtml(value),
  JSON.stringify(value).slice(1, -1),
  // The format in which axe-core lists the words of an attribute.
  value.split(/\s+/).join(", "),
];

/** Lists values to mask, in every form in which a website may print them, longest first. */
export const listHiddenForms = (all: readonly string[], origins: readonly string[]): string[] => {
  // Masking a value that is part of an origin would hide the URL of every page.
  const isPublic = (value: string): boolean => origins.some((origin) => origin.includes(value.toLowerCase()));
  const values = all.filter((value) => value.length >= SHORTEST_SECRET && !isPublic(value));
  return [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length);
};

/** Lists all secrets of a sign-in, in every form in which a website may print them, longest first. */
export const listSecretValues = ({ method, origins }: SignIn): string[] => listHiddenForms(readValues(method), origins);

/** Text of at least this length may have been cut off without an ellipsis. */
const CUT_LENGTH = 60;

/** Masks the beginning of a secret at the end of text that may have been cut off. */
const hideCutValue = (text: string, value: string): string => {
  if (text.length < CUT_LENGTH && !text.endsWith(MASK)) return text;
  const whole = text.endsWith(MASK) ? text.slice(0, -1) : text;
  const least = Math.max(SHORTEST_SECRET, Math.ceil(value.length / 2));
  if (least > whole.length) return text;
  const beginning = value.slice(0, least);
  const first = Math.max(0, whole.length - value.length + 1);
  for (let at = whole.indexOf(beginning, first); at >= 0; at = whole.indexOf(beginning, at + 1))
    if (value.startsWith(whole.slice(at))) return whole.slice(0, at) + MASK;
  return text;
};

/** Masks a secret in text, regardless of letter case. */
const hideValue = (text: string, value: string): string => {
  if (value.length > text.length) return text;
  const [lower, wanted] = [text.toLowerCase(), value.toLowerCase()];
  // Positions in the two texts would differ, because a few letters have more code units in lower case.
  if (lower.length !== text.length || wanted.length !== value.length) return text.replaceAll(value, MASK);
  let hidden = "";
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    hidden += text.slice(from, at) + MASK;
    from = at + value.length;
  }
  return hidden + text.slice(from);
};

/** Masks secrets in text. */
export const hideSecretValues = (text: string, values: readonly string[]): string =>
  values.reduce((hidden, value) => hideCutValue(hideValue(hidden, value), value), text);

/** Keys of values that come from the scanner itself, or that aren't text. */
const ownKeys = new Set([
  ...["rule_id", "id", "engine", "engine_version", "engines", "device", "data", "content_type", "started_at", "code"],
  ...["impact", "tags", "wcag", "help_url", "outcome", "depth", "inapplicable", "state"],
  ...["views", "problem", "clause", "action", "method"],
]);

/** Masks secrets in all strings in a value, except those that come from the scanner itself. */
export const hideInAll = <Value>(value: Value, values: readonly string[]): Value => {
  const hide = (each: unknown): unknown => {
    if (typeof each === "string") return hideSecretValues(each, values);
    if (Array.isArray(each)) return each.map(hide);
    if (typeof each !== "object" || each === null) return each;
    const isRule = "rule_id" in each;
    const isBlock = "start" in each && "end" in each;
    const isOwn = (key: string) =>
      ownKeys.has(key) || (isRule && (key === "description" || key === "help")) || (isBlock && key === "kind");
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, isOwn(key) ? inner : hide(inner)]));
  };
  // The result has the same shape as the value, because only strings are replaced.
  return hide(value) as Value;
};
