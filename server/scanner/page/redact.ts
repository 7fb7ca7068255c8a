const MAX_HTML = 600;
const MASK = "…";

const mailAddress = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;
const jsonWebToken = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** Keys of well-known providers, long hexadecimal or base64 runs, UUIDs excepted as they rarely are secrets. */
const longToken =
  /\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|AKIA|AIza)[-_A-Za-z0-9]{12,}\b|\b[0-9a-f]{32,}\b|\b(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{32,}\b/g;
const secretParameter =
  /([?&;](?:[\w-]*(?:token|secret|password|passwd|signature|session|auth|api_?key|nonce|csrf|otp)[\w-]*|sig|key|code|sid|pwd)=)[^&#"'\s<>]+/gi;

/** Takes e-mail addresses, keys and tokens out of a text. */
export const redactText = (text: string): string =>
  text
    .replace(mailAddress, `${MASK}@${MASK}`)
    .replace(jsonWebToken, MASK)
    .replace(secretParameter, `$1${MASK}`)
    .replace(longToken, MASK);

const attributeValue = (name: string): RegExp => new RegExp(`(\\s${name}\\s*=\\s*)("[^"]*"|'[^']*'|[^\\s>]+)`, "gi");
const valueAttribute = attributeValue("value");
const secretAttribute = attributeValue(
  "(?:nonce|integrity|srcdoc|data-[\\w-]*(?:token|secret|key|auth|csrf|session|email)[\\w-]*)",
);
const metaContent = /(<meta\b[^>]*\b(?:csrf|token|verification)[^>]*?\scontent\s*=\s*)("[^"]*"|'[^']*'|[^\s>]+)/gi;

/** Elements whose value is what somebody typed or was given; a button's value is its label and stays. */
const redactField = (tag: string): string => {
  if (/\btype\s*=\s*["']?(?:submit|button|reset|image|checkbox|radio)\b/i.test(tag)) return tag;
  return tag.replace(valueAttribute, `$1"${MASK}"`);
};

/**
 * A snippet fit to be kept and shown: values of form fields, e-mail addresses and tokens are taken out, and it is cut to
 * 600 characters. Deterministic, so that the same element gives the same snippet in each scan.
 */
export const redactHtml = (html: string): string => {
  const clean = redactText(
    html
      .replace(/<(?:input|option|data|param|button)\b[^>]*>?/gi, redactField)
      .replace(/(<textarea\b[^>]*>)[\s\S]*?(<\/textarea>|$)/gi, `$1${MASK}$2`)
      .replace(secretAttribute, (_, before: string) => `${before}"${MASK}"`)
      .replace(metaContent, `$1"${MASK}"`),
  );
  return clean.length <= MAX_HTML ? clean : `${clean.slice(0, MAX_HTML - 1)}${MASK}`;
};
