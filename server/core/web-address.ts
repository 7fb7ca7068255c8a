import { z } from "zod";
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
 * Reports whether every label of the host that claims to be Punycode decodes to a name. From Node 24 on, `new URL`
 * accepts invalid Punycode, such as https://xn--/. `z.url` reports anything that isn't a URL at all.
 */
export const hasReadableHost = (address: string): boolean =>
  !URL.canParse(address) || new URL(address).hostname.split(".").every(isReadable);

/** Returns the schema for web URLs in a caller's input; every such URL must use it. */
export const webAddress = ({ example = "https://example.org", longest = 2_000 } = {}) => {
  const error = `Enter a URL, such as ${example}.`;
  return z
    .url({ protocol: /^https?$/, error })
    .max(longest)
    .refine(hasReadableHost, error);
};
