import { z } from "zod";
import { isUrl } from "./is-url";
import { decodePunycode } from "./punycode";

const prefix = "xn--";

const nameOf = (label: string): string => {
  const name = decodePunycode(label.slice(prefix.length));
  return new URL(`http://${name}/`).hostname;
};

const isReadable = (label: string): boolean => {
  if (!label.startsWith(prefix)) return true;
  try {
    return nameOf(label) === label;
  } catch {
    return false;
  }
};

/**
 * Reports whether every Punycode label of the host is valid: from Node 24 on, `new URL` also accepts invalid Punycode,
 * such as https://xn--/. Returns true for text that isn't a URL, because `z.url` rejects it anyway.
 */
export const hasReadableHost = (address: string): boolean =>
  !isUrl(address) || new URL(address).hostname.split(".").every(isReadable);

export const CREDENTIALS_IN_URL = "Remove the username and password from the URL.";

/** Stands in for the website's URL if the text is a path. */
const base = "https://website.invalid";

/**
 * Returns false if a URL, or a path on a website, contains a username or password. Returns true for text that is
 * neither a URL nor a path.
 */
export const hasNoCredentials = (address: string): boolean =>
  [undefined, base].every((from) => {
    if (!isUrl(address, from)) return true;
    const { username, password } = new URL(address, from);
    return username === "" && password === "";
  });

/** Returns the schema for web URLs. Every web URL in an input must use it. */
export const webAddress = ({ example = "https://example.org", longest = 2_000 } = {}) => {
  const error = `Enter a URL, such as ${example}.`;
  return z
    .url({ protocol: /^https?$/, error })
    .max(longest)
    .refine(hasReadableHost, error);
};

/** Returns the schema for URLs that people other than their author can read. */
export const webAddressWithoutCredentials = () =>
  webAddress().refine(hasNoCredentials, { error: CREDENTIALS_IN_URL, abort: true });
