import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./support/walk";

const procedureOf = (url: string): string => new URL(url).pathname;

/** Waits until the page shows its data. Before that, its scripts may not have started, however quiet the network is. */
const untilShown = async (page: Page): Promise<void> => {
  await expect(page.locator("main h2, main tbody th").first()).toBeVisible();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
};

/**
 * Opens a page and returns the API requests that it preloads, and all API requests that it sends. Each page gets its
 * own tab, so that late requests from one page aren't counted for the next.
 */
const requestsOf = async (context: BrowserContext, path: string) => {
  const page = await context.newPage();
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes("/api/trpc/") && sent.push(request.url()));
  await page.goto(path);
  await untilShown(page);
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=fetch]")].map(({ href }) => href),
  );
  await page.close();
  return { sent, preloaded };
};

test("a page uses the data that it preloads, and requests it only once @long", async ({ page, audit, context }) => {
  await page.goto(`${audit}/rules`);
  const rule = (await page.locator("tbody a").first().getAttribute("href")) ?? "";
  for (const path of [audit, `${audit}/rules`, rule, `${audit}/pages`, `${audit}/criteria`, `${audit}/other-scores`]) {
    const { sent, preloaded } = await requestsOf(context, path);
    expect(preloaded.length, path).toBeGreaterThan(0);
    for (const url of preloaded)
      expect(
        sent.filter((each) => procedureOf(each) === procedureOf(url)),
        `${path} preloads ${url}`,
      ).toEqual([url]);
  }
});

test("a page loads the user's data only once, even if the audit's data arrives seconds later @long", async ({
  audit,
  context,
}) => {
  // Longer than the time for which data usually counts as fresh.
  await context.route(/audits\.get/, async (route) => {
    await sleep(6_500);
    await route.continue();
  });
  const { sent } = await requestsOf(context, audit);
  expect(sent.filter((url) => url.includes("users.me"))).toHaveLength(1);
});
