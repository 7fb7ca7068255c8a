import { setTimeout as sleep } from "node:timers/promises";
import { isUrl } from "@/server/core/is-url";
import type { Tab } from "../../browser/open-tab";
import { findActionInButton, isActionAddress, isActionText } from "../../sign-in/action-words";
import { callProbeWithRetry, settleAfterLoad } from "../call-probe-with-retry";
import { loadPage } from "../load-page";
import { leaveSealed, sealed } from "../without-requests";

/** Time limit for all clicks on a page. */
const CLICKS_MS = 8_000;
/** Time to wait after a click, because scripts may load code before they open another page. */
const ANSWER_MS = 400;
const POLL_MS = 40;
const BACK_MS = 1_000;

const isRisky = (name: string): boolean => isActionText(name) || findActionInButton(name) !== undefined;

/** Clicks an element and returns the URLs that the page then tried to open. */
const click = async (tab: Tab, key: string, attempts: string[]): Promise<string[]> => {
  const point = await callProbeWithRetry(tab, "aimAtNavigator", key);
  if (!point) return [];
  const before = tab.page.url();
  attempts.length = 0;
  await tab.page.mouse.click(point.x, point.y);
  for (let waited = 0; waited < ANSWER_MS; waited += POLL_MS) {
    await sleep(POLL_MS);
    if (attempts.length > 0 || tab.page.url() !== before) break;
  }
  const now = tab.page.url();
  return [...attempts, ...(now === before ? [] : [now])];
};

/** Closes content that a click has opened, or goes back. Returns whether the page has its original URL again. */
const restore = async (tab: Tab, url: string): Promise<boolean> => {
  if (tab.page.url() === url) {
    await tab.page.keyboard.press("Escape");
    return true;
  }
  await tab.page.goBack({ waitUntil: "commit", timeout: BACK_MS }).catch(() => null);
  await sleep(POLL_MS);
  return tab.page.url() === url;
};

const isPage = (url: string): boolean => isUrl(url) && /^https?:/.test(url) && !isActionAddress(url);

const isSameOrigin = (url: string, other: string): boolean =>
  isUrl(url) && new URL(url).origin === new URL(other).origin;

/** Clicks the page's elements in turn and adds the URLs that they lead to. */
const clickAll = async (tab: Tab, attempts: string[], found: Set<string>): Promise<void> => {
  const url = tab.page.url();
  const navigators = await callProbeWithRetry(tab, "listNavigators");
  const deadline = performance.now() + CLICKS_MS;
  for (const { key } of navigators.filter(({ name }) => !isRisky(name))) {
    if (performance.now() > deadline) break;
    for (const each of await click(tab, key, attempts)) if (isPage(each)) found.add(each);
    if (!(await restore(tab, url))) break;
  }
};

/**
 * Loads a page and clicks elements that may lead to other pages although they aren't links. Returns the URLs that they
 * lead to. Meanwhile, the page can load its own code, but can't send any other requests. Elements that may delete
 * something, make a payment, send something or sign people out aren't clicked. Doesn't click anything if an error, or a
 * page from another origin, is shown.
 */
export const findClickRoutes = async (tab: Tab, address: string): Promise<string[]> => {
  const { status } = await loadPage(tab, address);
  if (status >= 400) return [];
  await settleAfterLoad(tab);
  const found = new Set<string>();
  await sealed(
    tab,
    async (attempts) => {
      if (isSameOrigin(tab.page.url(), address)) await clickAll(tab, attempts, found);
      return found.size > 0;
    },
    { allowsCode: true },
  );
  await leaveSealed(tab);
  return [...found];
};
