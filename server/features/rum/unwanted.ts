/** Crawlers and monitors name themselves; a browser that is driven by a test is a visit like any other. */
const robots =
  /(?<!cu)bot\b|crawl|spider|slurp|lighthouse|pagespeed|gtmetrix|pingdom|uptime|synthetic|statuscake|archiver|curbcut/i;

/** Whether a beacon is not to be kept: of a robot, or of a visitor whose browser says that they don't want it. */
export const isUnwanted = (headers: Headers): boolean =>
  headers.get("sec-gpc") === "1" || headers.get("dnt") === "1" || robots.test(headers.get("user-agent") ?? "");
