import { isUrl } from "@/server/core/is-url";
import type { Tab } from "../browser/open-tab";

/**
 * Until the returned function is called, aborts requests to other origins if they contain the password or their content
 * can't be read. This includes redirected requests.
 */
export const confinePassword = async (
  { page }: Tab,
  origins: readonly string[],
  password: string,
): Promise<() => Promise<void>> => {
  const cdp = await page.context().newCDPSession(page);
  const forms = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
  const urlForm = new URLSearchParams({ a: password }).toString().slice(2);
  const contains = (text: string): boolean => [...forms, urlForm].some((form) => text.includes(form));
  cdp.on("Fetch.requestPaused", ({ requestId, request: { url, hasPostData, postData, headers } }) => {
    const isOwn = isUrl(url) && origins.includes(new URL(url).origin);
    const isUnreadable = hasPostData === true && postData === undefined;
    const isRisky = isUnreadable || [url, postData ?? "", ...Object.values(headers)].some(contains);
    const answered =
      !isOwn && isRisky
        ? cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" })
        : cdp.send("Fetch.continueRequest", { requestId });
    answered.catch(() => undefined);
  });
  await cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  return () => cdp.detach().catch(() => undefined);
};
