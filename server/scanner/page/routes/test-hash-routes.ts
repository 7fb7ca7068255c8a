import type { Tab } from "../../browser/open-tab";
import { parametersOf, type RouteOutcome, type UntestedRoutes } from "../../crawl/hash-routes";
import { readRoute, withoutParameters } from "../../hash-route";
import { callProbeWithRetry, settle, settleAfterLoad } from "../call-probe-with-retry";
import { loadPage } from "../load-page";

const GO_MS = 5_000;
const MAX_TRIES = 3;
const MAX_PARAMETERS = 3;
/** Minimum share of the words on a page that must change when another route is shown. */
const LEAST_CHANGE = 0.05;
/** Maximum change when the same route is shown again, as a share of the change between the two routes. */
const MOST_DRIFT = 0.2;

type Words = ReadonlyMap<string, number>;

const countWords = (text: string): Words => {
  const words = new Map<string, number>();
  for (const word of text.split(/\s+/)) if (word !== "") words.set(word, (words.get(word) ?? 0) + 1);
  return words;
};

const sizeOf = (words: Words): number => [...words.values()].reduce((sum, count) => sum + count, 0);

/** Returns the share of words, from 0 to 1, that only one of two pages contains. */
const changeBetween = (one: Words, other: Words): number => {
  const most = Math.max(sizeOf(one), sizeOf(other));
  const shared = [...one].reduce((sum, [word, count]) => sum + Math.min(count, other.get(word) ?? 0), 0);
  return most === 0 ? 0 : 1 - shared / most;
};

/** Goes to a route of the document in the tab, as a link would, and returns the words that are then shown. */
const show = async (tab: Tab, address: string): Promise<Words> => {
  await tab.page.goto(address, { waitUntil: "commit", timeout: GO_MS });
  await settle(tab);
  return countWords(await callProbeWithRetry(tab, "readShownText"));
};

/** Returns the URL of the route that the document shows first. */
const firstRoute = (tab: Tab, document: string, route: string): string => {
  const shown = readRoute(tab.page.url());
  return document + (shown || (readRoute(route).startsWith("#!") ? "#!/" : "#/"));
};

/** Routes of different kinds come first, such as `#/about` and `#/products/1` before `#/products/2`. */
const chooseRoutes = (routes: readonly string[]): string[] => {
  const kinds = new Map(routes.map((route) => [readRoute(route).split(/[/?]/, 3).slice(0, 2).join("/"), route]));
  return [...new Set([...kinds.values(), ...routes])].slice(0, MAX_TRIES);
};

/** Returns the sets of route parameters that don't change what is shown, such as those in links to a part of a page. */
const findIgnored = async (tab: Tab, routes: readonly string[]): Promise<string[]> => {
  const examples = new Map(routes.map((route) => [parametersOf(route), route]));
  examples.delete("");
  const ignored: string[] = [];
  for (const [names, route] of [...examples].slice(0, MAX_PARAMETERS)) {
    const whole = await show(tab, route);
    const plain = withoutParameters(route);
    const without = await show(tab, plain.includes("#") ? plain : `${plain}#/`);
    if (changeBetween(whole, without) < LEAST_CHANGE * MOST_DRIFT) ignored.push(names);
  }
  return ignored;
};

/**
 * Loads a document and reports whether it shows different content for one of its routes. The text has to change with
 * the route, change back for the first route and change again, because pages may also change by themselves.
 */
export const testHashRoutes = async (tab: Tab, { document, routes }: UntestedRoutes): Promise<RouteOutcome> => {
  await loadPage(tab, document);
  await settleAfterLoad(tab);
  const first = countWords(await callProbeWithRetry(tab, "readShownText"));
  for (const route of chooseRoutes(routes)) {
    const start = firstRoute(tab, document, route);
    if (start === route) continue;
    const other = await show(tab, route);
    const change = changeBetween(first, other);
    if (change < LEAST_CHANGE) continue;
    const firstAgain = await show(tab, start);
    const otherAgain = await show(tab, route);
    const drift = Math.max(changeBetween(first, firstAgain), changeBetween(other, otherAgain));
    if (drift <= change * MOST_DRIFT) return { isRouted: true, ignored: await findIgnored(tab, routes) };
  }
  return { isRouted: false, ignored: [] };
};
