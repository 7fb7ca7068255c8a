import type { Tab } from "../browser/open-tab";

/** URLs of other pages that the page in a tab, or a window that it opens, tries to load. */
type Attempts = string[];

/** Requests of these types usually don't say anything to the server, and nothing on the page depends on their success. */
const passive = new Set([
  "Image",
  "Font",
  "Stylesheet",
  "Media",
  "Ping",
  "CSPViolationReport",
  "TextTrack",
  "Manifest",
]);

/**
 * Aborts all requests of the tab, so that keys can neither navigate to another page nor change anything on the server.
 * Passes `work` the list of attempts to leave the page, and that of the URLs of all requests that scripts may wait for.
 * Both grow in the meantime.
 */
export const withoutRequests = async <Result>(
  { cdp, frameId }: Tab,
  work: (attempts: Attempts, sent: string[]) => Promise<Result>,
): Promise<Result> => {
  const attempts: Attempts = [];
  const sent: string[] = [];
  const abort = (event: {
    requestId: string;
    resourceType: string;
    frameId: string;
    request: { url: string };
  }): void => {
    const url = event.request.url.slice(0, 2_000);
    if (event.resourceType === "Document" && event.frameId === frameId) attempts.push(url);
    if (!passive.has(event.resourceType)) sent.push(url);
    cdp.send("Fetch.failRequest", { requestId: event.requestId, errorReason: "Aborted" }).catch(() => undefined);
  };
  const noteWindow = ({ url }: { url: string }): void => {
    attempts.push(url.slice(0, 2_000));
  };
  cdp.on("Fetch.requestPaused", abort);
  cdp.on("Page.windowOpen", noteWindow);
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  try {
    return await work(attempts, sent);
  } finally {
    cdp.off("Fetch.requestPaused", abort);
    cdp.off("Page.windowOpen", noteWindow);
    await cdp.send("Fetch.disable").catch(() => undefined);
  }
};
