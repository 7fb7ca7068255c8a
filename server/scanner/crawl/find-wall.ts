import type { Fetcher } from "../guard/fetcher";
import type { PageEvidence } from "../page/walls/clues";
import { isPossiblyMissing, recogniseWall } from "../page/walls/recognise-wall";
import type { PageError } from "../page-result";
import type { Site } from "./discover-site";
import { createMissingUrlCheck } from "./missing-url";
import type { Pacer } from "./pacer";

export type FindWall = (page: PageEvidence, isStart: boolean, signal: AbortSignal) => Promise<PageError | null>;

/**
 * Returns a function that recognises walls among the pages of a website. If a page may be a "page not found" page,
 * compares it with the response for a URL that can't exist, unless the website has asked for a delay between requests.
 */
export const createWallFinder = (site: Site, fetcher: Fetcher, pacer: Pacer): FindWall => {
  const isLikeMissing = createMissingUrlCheck({ fetcher, pacer, isAllowed: site.isAllowed });
  return async (page, isStart, signal) => {
    // Uses the website's original URL, because only that URL shows whether the start page was redirected to another
    // host.
    const evidence = isStart ? { ...page, url: site.startUrl, isStart } : page;
    const wall = recogniseWall(evidence);
    const { finalUrl, facts } = evidence;
    const isOwn = site.origins.includes(new URL(finalUrl).origin);
    if (wall || !isOwn || site.crawlDelayMs > 0 || !isPossiblyMissing(evidence)) return wall;
    if (!(await isLikeMissing({ finalUrl, text: facts.text }, signal))) return null;
    return recogniseWall({ ...evidence, isLikeMissing: true });
  };
};
