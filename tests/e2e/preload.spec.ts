import type { Page } from "@playwright/test";
import { expect, test } from "./support/walk";

const procedureOf = (url: string): string => new URL(url).pathname;

/** Opens a page and returns the API requests that the page preloads, and all API requests that its scripts send. */
const requestsOf = async (page: Page, path: string) => {
  const sent: string[] = [];
  const note = (request: { url(): string }) => request.url().includes("/api/trpc/") && sent.push(request.url());
  page.on("request", note);
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  page.off("request", note);
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=fetch]")].map(({ href }) => href),
  );
  return { sent, preloaded };
};

test("a page uses the data that it preloads, and requests it only once", async ({ page, audit }) => {
  await page.goto(`${audit}/rules`);
  const rule = (await page.locator("tbody a").first().getAttribute("href")) ?? "";
  const check = async (path: string): Promise<void> => {
    const { sent, preloaded } = await requestsOf(page, path);
    expect(preloaded.length, path).toBeGreaterThan(0);
    for (const url of preloaded)
      expect(
        sent.filter((each) => procedureOf(each) === procedureOf(url)),
        `${path} preloads ${url}`,
      ).toEqual([url]);
  };
  // If scripts start late, the browser may drop what was preloaded.
  for (const path of [audit, `${audit}/rules`, rule, `${audit}/pages`, `${audit}/criteria`, `${audit}/other-scores`])
    await expect(() => check(path)).toPass();
});
