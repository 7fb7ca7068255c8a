import { isUrl } from "@/server/core/is-url";
import type { Tab } from "../../browser/open-tab";
import { copyBeginning } from "../../copy-beginning";
import { isActionAddress } from "../../sign-in/action-words";
import { MAX_BLOCKED } from "../../states";
import { fileTypes } from "../file-types";
import { redactText } from "../redact";
import { divertConnections } from "../without-requests";

const readMethods = new Set(["GET", "HEAD", "OPTIONS"]);
/** Requests of these types only report something to the server; nothing on the page depends on them. */
const reports = new Set(["Ping", "CSPViolationReport"]);
const MAX_ADDRESS = 300;
const MAX_ROUTES = 50;
const MAX_ROUTE = 2_000;
const LEAVE_MS = 5_000;
const QUIET_MS = 100;

/** A request that a state of a page would have sent, without its query. */
export interface BlockedRequest {
  method: string;
  url: string;
}

export interface Traffic {
  /** The requests that were blocked because they may change something. */
  blocked: BlockedRequest[];
  /** URLs of other pages that the page tried to load. */
  routes: Set<string>;
}

const addressOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return redactText(origin + pathname).slice(0, MAX_ADDRESS);
};

/** Reports whether a request seems to change nothing, judging by its method and the words in its URL. */
const isHarmless = (type: string, method: string, url: string): boolean => {
  if (!readMethods.has(method)) return false;
  return fileTypes.has(type) || !/^https?:/.test(url) || !isUrl(url) || !isActionAddress(url);
};

export const addRoute = ({ routes }: Traffic, url: string): void => {
  if (routes.size < MAX_ROUTES && url.length <= MAX_ROUTE) routes.add(url);
};

const note = ({ blocked }: Traffic, method: string, url: string): void => {
  const address = copyBeginning(url, MAX_ROUTE);
  if (blocked.length >= MAX_BLOCKED || !isUrl(address)) return;
  const request = { method: method.slice(0, 20), url: addressOf(address) };
  if (!blocked.some((each) => each.method === request.method && each.url === request.url)) blocked.push(request);
};

/**
 * Until the tab is closed, lets the loaded page send only requests that read something, and keeps it from loading
 * another page in its place. Returns a function that leaves the page, after which its scripts no longer run.
 */
export const allowOnlyReads = async ({ cdp, frameId, page }: Tab, traffic: Traffic): Promise<() => Promise<void>> => {
  let isLeaving = false;
  cdp.on("Fetch.requestPaused", ({ requestId, resourceType, frameId: from, request: { method, url } }) => {
    const isPage = resourceType === "Document" && from === frameId;
    const isAllowed = !isLeaving && !isPage && isHarmless(resourceType, method, url);
    if (isPage && isHarmless(resourceType, method, url)) {
      addRoute(traffic, url);
    } else if (!isAllowed && !isLeaving && !reports.has(resourceType)) note(traffic, method, url);
    const answered = isAllowed
      ? cdp.send("Fetch.continueRequest", { requestId })
      : cdp.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    answered.catch(() => undefined);
  });
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  await cdp.send("Runtime.evaluate", { expression: divertConnections });
  return async () => {
    isLeaving = true;
    await page.goto("about:blank", { timeout: LEAVE_MS, waitUntil: "commit" }).catch(() => undefined);
    await page.waitForTimeout(QUIET_MS).catch(() => undefined);
  };
};
