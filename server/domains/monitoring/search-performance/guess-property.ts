import { isUrl } from "@/server/core/is-url";

const domainPrefix = "sc-domain:";

export const isDomain = (property: string): boolean => property.startsWith(domainPrefix);

const withoutWww = (host: string): string => host.replace(/^www\./, "");

/** Returns how well a property fits a website; 0 if it doesn't. */
const fitOf = (property: string, site: URL): number => {
  const host = withoutWww(site.hostname);
  if (isDomain(property)) {
    const domain = property.slice(domainPrefix.length);
    if (domain === site.hostname || domain === host) return 4_000;
    return host.endsWith(`.${domain}`) ? 1_000 + domain.length : 0;
  }
  if (!isUrl(property)) return 0;
  if (site.href.startsWith(property)) return 2_000 + Math.min(property.length, 1_999);
  const prefix = new URL(property);
  return withoutWww(prefix.hostname) === host && prefix.pathname === "/" ? 1 : 0;
};

/**
 * Returns the property that most likely covers a website, or null if none fits. The best match is the website's own
 * domain, because it includes all the website's URLs. Next best is the longest URL prefix that contains the website,
 * then a parent domain, then the same host with or without `www.` or TLS.
 */
export const guessProperty = (url: string, properties: readonly string[]): string | null => {
  const site = new URL(url);
  const [best] = properties
    .map((property) => ({ property, fit: fitOf(property, site) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((one, other) => other.fit - one.fit);
  return best?.property ?? null;
};
