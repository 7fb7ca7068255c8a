import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { type Beacon, metricNames } from "./contract";
import { consumeQuota } from "./daily-quota";
import { findSite, type KnownSite } from "./find-site";
import { storeEvent } from "./store-event";

/**
 * Crawlers and monitors that identify themselves. A visit by a browser that is controlled by a test counts as an
 * ordinary visit.
 */
const robots =
  /(?<!cu)bot\b|crawl|spider|slurp|lighthouse|pagespeed|gtmetrix|pingdom|uptime|synthetic|statuscake|archiver|curbcut/i;

/** Reports whether a beacon must not be stored: it comes from a bot, or the visitor's browser has opted out. */
export const isUnwanted = (headers: Headers): boolean =>
  headers.get("sec-gpc") === "1" || headers.get("dnt") === "1" || robots.test(headers.get("user-agent") ?? "");

/** Returns the path of a page. A query or fragment is removed, because it may contain personal data. */
const pathOf = (page: string): string => page.slice(0, page.search(/[?#]|$/));

/** Checks that the request comes from one of the RUM site's origins. Browsers always send the origin of the page. */
const checkOrigin = (origin: string | null, site: KnownSite): void => {
  if (origin === null && !site.allow_missing_origin)
    throw new AppError(
      "forbidden",
      "This website doesn't accept beacons without an Origin header. Send the header or, in the website's real-user monitoring settings, allow beacons without one.",
      { origin },
    );
  if (origin !== null && !site.origins.has(origin))
    throw new AppError(
      "forbidden",
      "This website doesn't accept beacons from this origin. Add the origin in the website's real-user monitoring settings.",
      { origin },
    );
};

/** Stores the measurements sent by a visitor's browser, up to the day's quota. Resolves after the commit. */
export const receiveBeacon = async (
  { call, reply }: Pick<AnonymousCtx, "call" | "reply">,
  { site_key, ...beacon }: Beacon,
): Promise<Record<string, never>> => {
  if (metricNames.every((name) => beacon[name] === undefined))
    throw invalidInput([{ path: "", message: `Send at least one of ${metricNames.join(", ")}.` }]);
  const site = await findSite(site_key);
  if (!site) throw new AppError("not_found", "There is no website with this site key.");
  const origin = call.headers.get("origin");
  checkOrigin(origin, site);
  if (origin !== null) {
    reply.headers.set("Access-Control-Allow-Origin", origin);
    reply.headers.set("Vary", "Origin");
  }
  if (isUnwanted(call.headers) || Math.random() >= site.sample_rate) return {};
  const { website_id } = site;
  const page = await consumeQuota(website_id, pathOf(beacon.page));
  if (page !== null) await storeEvent({ ...beacon, page, website_id });
  return {};
};
