import { isUrl } from "@/server/core/is-url";

/**
 * Parameters that identify a session, record where a visitor came from, or bypass a cache. They never determine what a
 * page shows.
 */
const passing =
  /^(?:utm_\w+|gad_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_[ce]id|mkt_tok|_ga|_gl|_hs\w+|hsctatracking|ref|referrer|source|campaign|phpsessid|jsessionid|sid|session_?id|cb|cachebuster|_|v|ver|version|ts|timestamp)$/i;

const MAX_PARAMETERS = 50;

export interface PageAddress {
  /** Host and path. Pages that differ only in the scheme, "www." or a trailing slash count as the same. */
  path: string;
  /** The fragment if it is a route, such as "#/about"; otherwise an empty string. `path` includes it too. */
  route: string;
  /** All parameters except those in `passing`, sorted by name. */
  parameters: readonly (readonly [string, string])[];
}

/**
 * Returns what distinguishes a page from others on its website. The fragment counts only if it is a route ("#/",
 * "#!/").
 */
export const readAddress = (address: string): PageAddress => {
  if (!isUrl(address)) return { path: address, route: "", parameters: [] };
  const url = new URL(address);
  const route = /^#!?\//.test(url.hash) ? url.hash : "";
  const parameters = [...url.searchParams]
    .filter(([name]) => !passing.test(name))
    .slice(0, MAX_PARAMETERS)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const path = `${url.host.replace(/^www\./, "")}${url.pathname.replace(/(?<!\/)\/$/, "") || "/"}${route}`;
  return { path, route, parameters };
};

const toQuery = (parameters: PageAddress["parameters"]): string =>
  parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");

/** Returns a key that is the same for all of a page's URLs. `?id=1` and `?id=2` are different pages. */
export const pageKey = (address: string): string => {
  const { path, parameters } = readAddress(address);
  return parameters.length === 0 ? path : `${path}?${toQuery(parameters)}`;
};

/** Returns a version of `pageKey` that caches its results, for use with many findings on the same pages. */
export const rememberKeys = (): typeof pageKey => {
  const keys = new Map<string, string>();
  return (address) => {
    const key = keys.get(address) ?? pageKey(address);
    keys.set(address, key);
    return key;
  };
};

/** Returns a key of the page that includes only the parameters with these names. */
export const partialPageKey = ({ path, parameters }: PageAddress, names: ReadonlySet<string>): string =>
  `${path}?${toQuery(parameters.filter(([name]) => names.has(name)))}`;
