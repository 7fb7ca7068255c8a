import type { CDPSession } from "playwright-core";
import type { Tab } from "../browser/open-tab";
import { callWithNodes, listFrames, listObjectsApart } from "./isolated-world";
import { listHostsExpression, openRootsFunction } from "./probe/open-roots";

const MAX_FRAMES = 5;
/** Shadow roots that are nested more deeply than this stay closed. */
const MAX_NESTING = 4;
const AT_ONCE = 100;
/** Time limit for finding declared shadow roots on a page. */
const SEARCH_MS = 3_000;

/** Reports whether the HTML of the page or of a frame declares shadow roots. */
const declaresRoots = async ({ cdp, watch }: Tab): Promise<boolean> => {
  for (const requestId of watch.documentRequests) {
    const search = cdp.send("Network.searchInResponseBody", { requestId, query: "shadowrootmode" });
    // The browser may not have kept the response.
    const { result } = await search.catch(() => ({ result: [] }));
    if (result.length > 0) return true;
  }
  return false;
};

/** Returns a list with the backend node id of an element's closed shadow root; an empty list if there is none. */
const closedRootOf = async (cdp: CDPSession, objectId: string): Promise<number[]> => {
  const { node } = await cdp.send("DOM.describeNode", { objectId });
  const roots = (node.shadowRoots ?? []).filter(({ shadowRootType }) => shadowRootType === "closed");
  return roots.map(({ backendNodeId }) => backendNodeId);
};

/** Opens the closed shadow roots of all elements that can be reached so far. Returns whether there were any. */
const openReachable = async (cdp: CDPSession, frameId: string, deadline: number): Promise<boolean> => {
  const hosts = await listObjectsApart(cdp, frameId, listHostsExpression);
  const roots: number[] = [];
  for (let at = 0; at < hosts.length && performance.now() < deadline; at += AT_ONCE) {
    const some = hosts.slice(at, at + AT_ONCE);
    roots.push(...(await Promise.all(some.map((host) => closedRootOf(cdp, host).catch(() => [])))).flat());
  }
  await callWithNodes(cdp, frameId, openRootsFunction, roots);
  return roots.length > 0;
};

const openInFrame = async (cdp: CDPSession, frameId: string, deadline: number): Promise<void> => {
  for (let nesting = 0; nesting < MAX_NESTING && performance.now() < deadline; nesting += 1)
    if (!(await openReachable(cdp, frameId, deadline))) return;
};

/**
 * Opens the closed shadow roots that the HTML of the page or of its frames declares, for our scripts only. Leaves them
 * closed if the page navigates at the same time.
 */
export const openDeclaredRoots = async (tab: Tab): Promise<void> => {
  if (!(await declaresRoots(tab))) return;
  const { cdp, frameId } = tab;
  const frames = await listFrames(cdp).catch(() => []);
  const deadline = performance.now() + SEARCH_MS;
  for (const each of [frameId, ...frames.slice(0, MAX_FRAMES)])
    await openInFrame(cdp, each, deadline).catch(() => undefined);
};
