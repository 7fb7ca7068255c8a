import { isUrl } from "@/server/core/is-url";
import { readScanPoint } from "./journeys/scan-point";

const MAX_ROUTE = 1_000;

/** The beginning of a fragment that may be a route: "#/…" or "#!/…". */
const beginning = /^#!?\//;

/** Removes a second fragment, as in "#/about#team", which refers to a place on the page. */
const withoutPlace = (hash: string): string => {
  const end = hash.indexOf("#", 1);
  return end < 0 ? hash : hash.slice(0, end);
};

const withoutSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
};

/** Returns a route without slashes at the end of its path; an empty string for the first route (`#/`). */
const withoutLastSlash = (hash: string): string => {
  const [path = "", ...query] = hash.split("?");
  const parameters = query.join("?");
  const route = withoutSlashes(path);
  const isFirst = route === "#" || route === "#!";
  if (parameters === "") return isFirst ? "" : route;
  return `${isFirst ? `${route}/` : route}?${parameters}`;
};

/**
 * Returns the fragment of a URL if it looks like a route of a single-page app, such as `#/about` or `#!/about`. In all
 * other cases, returns an empty string: for ordinary fragments, for the first route (`#/`), which the app also shows
 * without a fragment, and for the scan points of journeys.
 */
export const readRoute = (address: string): string => {
  const at = address.indexOf("#");
  if (at < 0 || !beginning.test(address.slice(at, at + 3)) || !isUrl(address)) return "";
  const hash = withoutPlace(new URL(address).hash);
  const route = hash.length > MAX_ROUTE ? "" : withoutLastSlash(hash);
  return readScanPoint(route) ? "" : route;
};

export const withoutFragment = (address: string): string => address.split("#", 1)[0] ?? "";

/** Returns a URL without its fragment, unless the fragment is a route. */
export const withRouteOnly = (address: string): string => withoutFragment(address) + readRoute(address);

/**
 * Returns the URL of the page that the browser showed for a requested URL. Keeps the fragment only if it is a route and
 * a route was requested.
 */
export const finalAddress = (requested: string, shown: string): string =>
  readRoute(requested) === "" ? withoutFragment(shown) : withRouteOnly(shown);

/** Returns a route as a URL, so that its path and parameters can be read; null if the URL has no route. */
export const routeToUrl = (address: string): URL | null => {
  const route = readRoute(address);
  // Joins text instead of resolving the path, because a path that begins with two slashes would replace the host.
  const url = route === "" ? "" : new URL(address).origin + route.slice(route.indexOf("/"));
  return isUrl(url) ? new URL(url) : null;
};

/** Returns a route without its parameters. */
export const withoutParameters = (address: string): string => {
  const at = address.indexOf("?", address.indexOf("#"));
  return at < 0 || !address.includes("#") ? address : withRouteOnly(address.slice(0, at));
};
