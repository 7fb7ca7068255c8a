import { isLikelyFile, listOriginVariants, normalizeAddress } from "../crawl/addresses";
import { readRoute } from "../hash-route";
import type { RefusalReason } from "./contract";

const MAX_URL = 2_000;

/**
 * Returns a function that normalises a URL from a list, or says why it can't be scanned as part of the website.
 * Variants of the website's origin are accepted; the scanner requests their pages under the website's own origin. A
 * path that begins with a slash is resolved against the website's URL.
 */
export const createUrlClassifier = (websiteUrl: string) => {
  const own = new Set(listOriginVariants(websiteUrl));
  return (text: string): { url: string } | { reason: RefusalReason } => {
    if (text.length > MAX_URL) return { reason: "too_long" };
    const isPath = text.startsWith("/") && !text.startsWith("//");
    if (/\s/.test(text) || !(isPath || /^https?:\/\//i.test(text))) return { reason: "not_a_url" };
    const url = normalizeAddress(text, websiteUrl);
    if (url === null) return { reason: "not_a_url" };
    if (!own.has(new URL(url).origin)) return { reason: "other_website" };
    return isLikelyFile(url) ? { reason: "not_a_page" } : { url: url + readRoute(new URL(text, websiteUrl).href) };
  };
};
