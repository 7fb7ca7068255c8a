import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type DemoShop, serveDemo } from "@/demo/serve";
import { patienceMs } from "@/scripts/test/patience";
import { type ApiUser, registerUser } from "../../support/app/api-user";
import { behindProxy } from "../../support/app/report-caller";
import { type RunningApp, startApp } from "../../support/app/running-app";
import { browserLaunchOptions } from "../../support/browser-launch";

export interface Audited {
  user: ApiUser;
  path: string;
}

type WorkerParts = {
  /** The languages that the app is configured to offer. */
  languages: string;
  app: RunningApp;
  shop: DemoShop;
  audited: Audited;
};
type Parts = {
  /** A page in a browser that is signed in to an account without data. */
  signedIn: Page;
  /**
   * Path of an audit that covers three pages of the demo shop. `page` is signed in to the account that owns the audit.
   * Tests leave the audit unchanged.
   */
  audit: string;
};

const signInAs = ({ access_token }: ApiUser, page: Page, { url }: RunningApp) =>
  page.context().addCookies([{ name: "next-auth.session-token", value: access_token, url }]);

/** Runs the production app on its own ports, and the demo shop to scan. */
export const test = base.extend<Parts, WorkerParts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  launchOptions: [async ({}, use) => use(await browserLaunchOptions()), { scope: "worker" }],
  languages: ["en-GB", { option: true, scope: "worker" }],
  app: [
    async ({ languages }, use) => {
      const app = await startApp({
        env: {
          ...behindProxy,
          LANGUAGES: languages,
          SCAN_PRIVATE_HOSTS: "127.0.0.1",
          WEBHOOK_PRIVATE_HOSTS: "127.0.0.1",
        },
        scans: true,
      });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 2 * patienceMs },
  ],
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
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
      await expect.poll(status).toBe("completed");
      await use({ user, path: `/accessibility/audits/${data.id}` });
    },
    { scope: "worker", timeout: 2 * patienceMs },
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

/** Presses Tab until the target has focus, as a keyboard user has to. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let stops = 0; stops < stopsAtMost; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} was not reached in ${stopsAtMost} tab stops`);
};

/** Starts an audit of a website that the account doesn't have yet, and stays on the audit's page. */
export const startScan = async (page: Page, url: string, maxPages: number): Promise<void> => {
  await page.goto("/accessibility/websites/new");
  await page.getByLabel("Website URL").fill(url);
  await page.getByLabel("Maximum pages").fill(String(maxPages));
  await page.getByRole("button", { name: "Start audit" }).click();
  await expect(page).toHaveURL(/\/accessibility\/audits\/[0-9a-f-]{36}$/);
};

/** Scans the demo shop, waits until the audit ends and returns the audit's path. */
export const scanShop = async (page: Page, shop: DemoShop, maxPages = 3): Promise<string> => {
  await startScan(page, shop.url, maxPages);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  return page.url();
};

/** Scans one page of the demo shop and opens the shop's website settings. */
export const openSettings = async (page: Page, shop: DemoShop): Promise<void> => {
  await scanShop(page, shop, 1);
  await page.goto("/accessibility");
  await page
    .getByRole("rowheader")
    .getByRole("link", { name: new URL(shop.url).host })
    .click();
  await page.getByRole("link", { name: "Settings" }).click();
};

/** Expects focus to be on a heading, to which it moves when the focused element disappears. */
export const expectFocusOnHeading = (page: Page): Promise<void> =>
  expect(page.locator(":is(h1, h2, h3):focus")).toBeVisible();

/** Returns the path of the email preview, including its key, which the app prints at startup. */
export const outboxOf = (app: RunningApp): string => `/outbox?key=${/outbox\?key=(\w+)/.exec(app.output())?.[1]}`;
