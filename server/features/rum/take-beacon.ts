import type { AnonymousCtx } from "@/server/core/context";
import { AppError } from "@/server/core/errors";
import { invalidInput } from "@/server/core/problem";
import { type Beacon, metricNames } from "./contract";
import { findSite } from "./find-site";
import { keepEvent } from "./keep-event";
import { isUnwanted } from "./unwanted";

/** A query or a fragment may hold what nobody wants to be kept. */
const pathOf = (page: string): string => page.replace(/[?#].*$/s, "");

/**
 * Keeps what a visitor's browser measured; resolves after the commit. A browser always says which origin its page is
 * from, and may do so only from the site's; what is no browser could say anything, so nothing is asked of it.
 */
export const takeBeacon = async (
  { call, reply }: Pick<AnonymousCtx, "call" | "reply">,
  { site_key, ...beacon }: Beacon,
): Promise<Record<string, never>> => {
  if (metricNames.every((name) => beacon[name] === undefined))
    throw invalidInput([{ path: "", message: `Give at least one of ${metricNames.join(", ")}.` }]);
  const site = await findSite(site_key);
  if (!site) throw new AppError("not_found", "There is no site with this key.");
  const origin = call.headers.get("origin");
  if (origin !== null && !site.origins.has(origin))
    throw new AppError("forbidden", "Pages of this origin don't belong to the site.", { origin });
  if (origin !== null) {
    reply.headers.set("Access-Control-Allow-Origin", origin);
    reply.headers.set("Vary", "Origin");
  }
  if (isUnwanted(call.headers) || Math.random() >= site.sample_rate) return {};
  await keepEvent({ ...beacon, page: pathOf(beacon.page), website_id: site.website_id });
  return {};
};
