import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type DemoShop, serveDemo } from "@/demo/serve";
import { type ApiUser, registerUser } from "../../support/app/api-user";
import { behindProxy } from "../../support/app/report-caller";
import { type RunningApp, startApp } from "../../support/app/running-app";
import { browserLaunchOptions } from "../../support/browser-launch";

interface Audited {
  user: ApiUser;
  path: string;
}

type WorkerParts = { app: RunningApp; shop: DemoShop; audited: Audited };
type Parts = {
  /** The page, signed in as somebody who has nothing yet. */
  signedIn: Page;
  /** Path of an audit of three pages of the demo shop, which `page` may see; tests leave it as they found it. */
  audit: string;
};

const signInAs = ({ access_token }: ApiUser, page: Page, { url }: RunningApp) =>
  page.context().addCookies([{ name: "next-auth.session-token", value: access_token, url }]);

/** The production app on ports of its own, and the demo shop to scan. */
export const test = base.extend<Parts, WorkerParts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument's pattern
  launchOptions: [async ({}, use) => use(await browserLaunchOptions()), { scope: "worker" }],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument's pattern
    async ({}, use) => {
      const app = await startApp({ env: { ...behindProxy, SCAN_PRIVATE_HOSTS: "127.0.0.1" }, scans: true });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the first argument's pattern
    async ({}, use) => {
      const shop = await serveDemo();
      await use(shop);
      await shop.close();
    },
    { scope: "worker" },
  ],
  audited: [
    async ({ app, shop }, use, { workerIndex }) => {
      const user = await registerUser(app, `reader-${workerIndex}@example.org`);
      const { data } = await user.call("POST", "/api/website-audit/", { url: shop.url, options: { max_pages: 3 } });
      const status = async () => (await user.call("GET", `/api/website-audit/${data.id}/`)).data.status;
      await expect.poll(status, { timeout: 60_000 }).toBe("completed");
      await use({ user, path: `/accessibility/audits/${data.id}` });
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  signedIn: async ({ app, page }, use, { workerIndex }) => {
    await signInAs(await registerUser(app, `walker-${workerIndex}-${Date.now()}@example.org`), page, app);
    await use(page);
  },
  audit: async ({ app, page, audited }, use) => {
    await signInAs(audited.user, page, app);
    await use(audited.path);
  },
});

export { expect } from "@playwright/test";

const stopsAtMost = 80;

/** Presses Tab until the target has the focus, as somebody without a mouse has to. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < stopsAtMost; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} was not reached in ${stopsAtMost} tab stops`);
};

/** Scans the demo shop to the end and answers the address of its audit. */
export const scanShop = async (page: Page, shop: DemoShop, maxPages = 3): Promise<string> => {
  await page.goto("/accessibility/websites/new");
  await page.getByLabel("Website address").fill(shop.url);
  await page.getByLabel("Pages to scan at most").fill(String(maxPages));
  await page.getByRole("button", { name: "Start the scan" }).click();
  await expect(page).toHaveURL(/\/accessibility\/audits\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible({ timeout: 60_000 });
  return page.url();
};

/** The outbox's path with its key, as printed at start. */
export const outboxOf = (app: RunningApp): string => `/outbox?key=${/outbox\?key=(\w+)/.exec(app.output())?.[1]}`;
