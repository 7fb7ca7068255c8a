import { errorCode } from "@/server/core/error-code";
import { BlockedAddressError, type Guard } from "@/server/outside/guard";
import type { ScanOptions } from "../contract";
import type { Fetcher } from "../guard/fetcher";
import { listOriginVariants, normalizeAddress } from "./addresses";
import { createAddressFilter } from "./patterns";
import { allowAll, type Robots, readRobots } from "./robots";
import { readSitemaps } from "./sitemaps";

/** Thrown when a website can't be scanned at all; `code` is reported with `audit.failed`. */
export class ScanFailedError extends Error {
  override readonly name = "ScanFailedError";

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface Site {
  startUrl: string;
  /** The website's origins, the main one first. */
  origins: string[];
  aliases: string[];
  /** Further variants of the main origin that a URL list may use. */
  listedAliases: string[];
  crawlDelayMs: number;
  /** Reports whether a URL matches the caller's patterns and is allowed by robots.txt. */
  isWanted: (address: string) => boolean;
  /** Reports whether robots.txt allows a URL to be requested. */
  isAllowed: (address: string) => boolean;
  listed: string[];
}

export interface DiscoveryParts {
  guard: Guard;
  fetcher: Fetcher;
  options: ScanOptions;
  signal: AbortSignal;
}

/** Maximum number of URLs from which a sample is drawn. */
const MAX_FRAME = 100_000;

const originOf = (address: string): string => new URL(address).origin;

/** Returns the origin with the same host but the other protocol; an empty list if the port is non-standard. */
const otherProtocol = (origin: string): string[] => {
  const { protocol, host, port } = new URL(origin);
  return port === "" ? [`${protocol === "https:" ? "http:" : "https:"}//${host}`] : [];
};

/**
 * Unknown names and private names have the same reason, so that the reason doesn't reveal which private names exist.
 */
const reasons: Readonly<Record<string, string>> = {
  EREDIRECTS: " It redirects too many times.",
  ENOTFOUND:
    " Its host has no public IP address. Check the URL. If the host is on a private network, the operator can allow it in SCAN_PRIVATE_HOSTS.",
};

/** Follows HTTP redirects from the start URL and returns the final URL. Redirects by scripts are detected later. */
const resolveStart = async (startUrl: string, { guard, fetcher, signal }: DiscoveryParts): Promise<string> => {
  const { hostname, port, protocol } = new URL(startUrl);
  try {
    await guard.resolve(hostname, Number(port || (protocol === "https:" ? 443 : 80)));
    const { url } = await fetcher.fetch(startUrl, { signal });
    return url;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BlockedAddressError)
      throw new ScanFailedError("blocked_address", error.message, { cause: error });
    const code = errorCode(error);
    if (code === "ETOOLARGE") return startUrl;
    const reason = reasons[code ?? ""] ?? "";
    throw new ScanFailedError("unreachable", `${startUrl} couldn't be reached.${reason}`, { cause: error });
  }
};

/** Reports whether to scan only the listed URLs. If no URLs are listed, the website is scanned in the usual way. */
export const isListOnly = ({ list_only, url_groups }: Pick<ScanOptions, "list_only" | "url_groups">): boolean =>
  list_only && url_groups.length > 0;

const readAllRobots = async (origins: readonly string[], { fetcher, options, signal }: DiscoveryParts) => {
  const robots = new Map<string, Robots>();
  for (const origin of origins) {
    robots.set(origin, options.respect_robots ? await readRobots(fetcher, origin, signal) : allowAll);
  }
  return robots;
};

const readListed = async (origin: string, robots: Robots, { fetcher, options, signal }: DiscoveryParts) => {
  // If the scan continues an earlier one that used a sample, reads the sitemaps again, because the sample has to be
  // drawn from the same pages.
  if (options.known_urls?.length && !options.sample) return options.known_urls;
  if (isListOnly(options)) return [];
  const listed = options.sitemap_url ? [options.sitemap_url] : robots.sitemaps;
  return readSitemaps({
    fetcher,
    origin,
    listed,
    maxPages: options.sample ? MAX_FRAME : options.max_pages * 10 + 1_000,
    signal,
  });
};

/**
 * Before any page is loaded, determines what belongs to a website. Throws ScanFailedError if the website can't or
 * mustn't be scanned.
 */
export const discoverSite = async (websiteUrl: string, parts: DiscoveryParts): Promise<Site> => {
  const startUrl = normalizeAddress(websiteUrl);
  if (startUrl === null) throw new ScanFailedError("unreachable", `${websiteUrl} isn't an HTTP or HTTPS URL.`);
  const { options } = parts;
  const origin = originOf(await resolveStart(startUrl, parts));
  const origins = [...new Set([origin, ...options.extra_origins.map(originOf)])];
  const robots = await readAllRobots(origins, parts);
  const isAllowed = (address: string) => robots.get(originOf(address))?.allows(address) ?? true;
  const own = robots.get(origin) ?? allowAll;
  const startAddress = originOf(startUrl) === origin ? startUrl : `${origin}/`;
  if (!isListOnly(options) && !isAllowed(startAddress)) {
    throw new ScanFailedError(
      "blocked_by_robots",
      `The robots.txt file of ${origin} doesn't allow ${startUrl} to be scanned.`,
    );
  }
  const matches = createAddressFilter(options.include, options.exclude);
  return {
    startUrl,
    origins,
    aliases: [...new Set([originOf(startUrl), ...otherProtocol(origin)])].filter((alias) => alias !== origin),
    listedAliases: [...listOriginVariants(startUrl), ...listOriginVariants(origin)],
    crawlDelayMs: own.crawlDelayMs,
    isWanted: (address) => matches(address) && isAllowed(address),
    isAllowed,
    listed: await readListed(origin, own, parts),
  };
};
