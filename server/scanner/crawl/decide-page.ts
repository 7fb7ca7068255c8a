import { setImmediate } from "node:timers/promises";
import { readRoute } from "../hash-route";
import type { PageFacts } from "../page/probe/read-facts";
import type { PageEvidence } from "../page/walls/clues";
import { isOffsiteWall } from "../page/walls/recognise-wall";
import type { PageError } from "../page-result";
import { isActionAddress } from "../sign-in/action-words";
import type { AuditSignIn } from "../sign-in/audit-sign-in";
import { addressKey } from "./addresses";
import type { Site } from "./discover-site";
import { type DocumentList, isPdfLink } from "./document-list";
import type { FindWall } from "./find-wall";
import type { Frontier, Target } from "./frontier";
import type { UntestedRoutes } from "./hash-routes";
import type { LinkChecker } from "./link-checker";

const MAX_CHECKED_LINKS_PER_PAGE = 200;
/** Maximum number of links on a page that are considered as routes to test. */
const MAX_UNTESTED_LINKS = 300;

export interface DecisionParts {
  site: Site;
  frontier: Frontier;
  documents: DocumentList;
  findWall: FindWall;
  signIn: AuditSignIn | null;
  /** Reports whether a page may be opened. For example, an audit that signs in mustn't open pages that sign it out. */
  mayVisit(address: string): boolean;
  signal: AbortSignal;
  /** Called when a page turns out to be part of another website, for example after a redirect. */
  left(target: Target, error: PageError): void;
  /** Called when the links on a page have been queued. */
  queued(): void;
  /**
   * Called with links whose document hasn't been tested for routes. If a test shows that the document has routes, the
   * links lead to separate pages.
   */
  testRoutes(untested: readonly UntestedRoutes[], links: readonly string[], target: Target): void;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, "");

/**
 * Claims the URL of a page's canonical link. Ignores a canonical link from another page to the home page: a common
 * mistake that would otherwise reduce the scan to a single page.
 */
const claimCanonical = (
  { site, frontier }: DecisionParts,
  target: Target,
  address: string,
  { canonicals }: PageFacts,
): boolean => {
  // A page with a route has no canonical link of its own, because the link is part of the document, which is the same
  // for all routes.
  if (readRoute(address) !== "") return true;
  const canonical = canonicals.length === 1 && canonicals[0] ? frontier.siteAddress(canonicals[0]) : null;
  if (canonical === null || addressKey(canonical) === addressKey(address)) return true;
  const { pathname, search } = new URL(canonical);
  const isHome = search === "" && [withoutSlash(new URL(site.startUrl).pathname), ""].includes(withoutSlash(pathname));
  if (isHome && withoutSlash(new URL(address).pathname) !== withoutSlash(pathname)) return true;
  return frontier.claim(canonical, target);
};

/**
 * Claims the URL of a page. An app may add a route to the URL of its document; the page then also has the resulting
 * URL. Returns false if the page is already known under another URL.
 */
const claimPage = (parts: DecisionParts, target: Target, address: string, facts: PageFacts): boolean => {
  const { frontier } = parts;
  if (!frontier.claim(address, target) || !claimCanonical(parts, target, address, facts)) return false;
  const shown = frontier.linkAddress(facts.address);
  if (shown !== null) frontier.claim(shown, target);
  return !frontier.routes.isRepeated(address, facts);
};

/** Finds links that look like routes and lead to documents that haven't been tested for routes yet. */
export const takeUntested = (
  { site, frontier, mayVisit }: Pick<DecisionParts, "site" | "frontier" | "mayVisit">,
  links: readonly string[],
): UntestedRoutes[] => {
  if (frontier.listOnly || !frontier.routes.canTestMore) return [];
  const untested = new Set<string>();
  for (const link of links) {
    const address = readRoute(link) === "" ? null : frontier.linkAddress(link);
    if (address !== null && frontier.routes.isUntested(address)) untested.add(address);
    if (untested.size >= MAX_UNTESTED_LINKS) break;
  }
  const isWanted = (address: string): boolean =>
    site.isWanted(address) && mayVisit(address) && !isActionAddress(address);
  return frontier.routes.takeUntested([...untested].filter(isWanted));
};

/** Lists the links that the scan may follow from a page and its frames. */
export const listLinks = (
  { frontier, signIn }: Pick<DecisionParts, "frontier" | "signIn">,
  { links, frameLinks }: Pick<PageFacts, "links" | "frameLinks">,
): PageFacts["links"] => {
  const all = [...links, ...frameLinks.map((url) => ({ url, text: "" }))];
  return signIn?.followable(all, (url) => frontier.linkAddress(url)) ?? all;
};

/** Queues the links on a page, and tests whether those that look like routes lead to pages of their own. */
export const queueLinks = async (parts: DecisionParts, page: Target, links: readonly string[]): Promise<void> => {
  for (const _ of parts.frontier.addLinksInParts(links, page)) {
    await setImmediate();
    parts.signal.throwIfAborted();
  }
  const untested = takeUntested(parts, links);
  if (untested.length > 0) parts.testRoutes(untested, links, page);
  parts.queued();
};

/**
 * Queues the links on a loaded page. Decides not to scan the page if it isn't part of this website, is already known
 * under another URL, or is a wall.
 */
export const decidePage = async (
  parts: DecisionParts,
  target: Target,
  page: PageEvidence,
): Promise<"scan" | "leave" | PageError> => {
  const { frontier, documents, signIn, signal } = parts;
  const { finalUrl, facts } = page;
  signIn?.check({ ...page, url: target.url });
  const address = frontier.pageAddress(finalUrl);
  const wall = await parts.findWall(page, target.depth === 0, signal);
  // A wall must not claim its URL, which may also be linked as a page in its own right, such as a login page.
  if (wall && (address !== null || isOffsiteWall(wall))) return wall;
  if (address === null) {
    const error = { code: "left_site", message: `${target.url} leads to another website: ${finalUrl}` };
    parts.left(target, error);
    // Every listed or sampled URL gets a result, even if it can't be scanned.
    return target.listed ? error : "leave";
  }
  const isDouble = !claimPage(parts, target, address, facts);
  const followed = listLinks(parts, facts);
  const links = followed.filter((link) => !isPdfLink(link)).map(({ url }) => url);
  if (target.kind === "scan") documents.noteLinks(target, followed);
  else for (const link of followed.filter(isPdfLink)) documents.add(link.url, target.url);
  await queueLinks(parts, target, links);
  return isDouble || target.kind === "links" ? "leave" : "scan";
};

/** Returns a page's broken links. Checks only links that lead to this website and may be requested. */
export const findBrokenLinks = async (
  { site, frontier, mayVisit, signal }: DecisionParts,
  checker: LinkChecker,
  links: readonly string[],
) => {
  const own = new Set(links.flatMap((link) => frontier.siteAddress(link) ?? []));
  const checked: string[] = [];
  for (const address of own) {
    if (checked.length >= MAX_CHECKED_LINKS_PER_PAGE) break;
    if (site.isAllowed(address) && mayVisit(address)) checked.push(address);
    else await setImmediate();
  }
  return checker.findBroken(checked, signal);
};
