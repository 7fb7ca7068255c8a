import { routeToUrl, withoutFragment } from "../hash-route";

const MAX_DEPTH = 16;
const MAX_REPEATS = 3;
const MAX_PARAMETERS = 8;
/** Number of URLs of each kind that are followed before the rest are considered a trap. */
const limits = { calendar: 12, sorting: 4, query: 200 };

const sortingParameter =
  /^(?:sort|sort_?by|order|order_?by|dir|direction|view|display|layout|limit|per_?page|page_?size|filters?|facets?|replytocom|print|share|lang_switch|ref|return|return_?to|redirect|redirect_?to|next|back|from|nonce|token|random|t|ts|timestamp|_)(?:\[.*)?$/i;
const dateParameter = /^(?:date|day|week|month|year|start|end|ical|tribe-bar-date)$/i;
const dateValue = /^\d{4}-\d{1,2}(?:-\d{1,2})?$/;
/**
 * A path that ends in a date, or in a year directly below a folder such as `calendar` or `archive`, is treated as part
 * of a calendar, not as an article.
 */
const datePath =
  /\/(?:19|20|21)\d\d(?:[-/]\d{1,2}){1,2}\/?$|\/(?:calendar|events?|agenda|archives?)\/(?:19|20|21)\d\d\/?$/i;

const repeatsItself = (segments: readonly string[]): boolean => {
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return [...counts.values()].some((count) => count >= MAX_REPEATS);
};

/**
 * Returns the series to which a URL belongs. `place` is the part of the URL before the path; only URLs with the same
 * place can be in the same series.
 */
const familyOf = (url: URL, place: string): { name: string; limit: number } | null => {
  const names = [...url.searchParams.keys()];
  const dated = names.some((name) => dateParameter.test(name) || dateValue.test(url.searchParams.get(name) ?? ""));
  if (dated) return { name: `calendar ${place}${url.pathname}`, limit: limits.calendar };
  if (datePath.test(url.pathname)) {
    return { name: `calendar ${place}${url.pathname.replace(/\d+/g, "#")}`, limit: limits.calendar };
  }
  if (names.some((name) => sortingParameter.test(name))) {
    return { name: `sorting ${place}${url.pathname}`, limit: limits.sorting };
  }
  return names.length > 0 ? { name: `query ${place}${url.pathname}`, limit: limits.query } : null;
};

/**
 * Returns a function that reports whether a URL is part of an endless series that the website generates, such as the
 * pages of a calendar, the combinations of sort orders and filters, or paths with repeated segments. A route in the
 * fragment is treated like a path. Call the function once for each new URL found in a link, because it counts URLs.
 */
export const createTrapDetector = () => {
  const seen = new Map<string, number>();
  return (address: string): boolean => {
    const route = routeToUrl(address);
    const url = route ?? new URL(address);
    const segments = url.pathname.split("/").filter(Boolean);
    if (segments.length > MAX_DEPTH || repeatsItself(segments)) return true;
    if (new Set(url.searchParams.keys()).size > MAX_PARAMETERS) return true;
    const family = familyOf(url, route ? withoutFragment(address) : url.origin);
    if (!family) return false;
    const count = (seen.get(family.name) ?? 0) + 1;
    seen.set(family.name, count);
    return count > family.limit;
  };
};
