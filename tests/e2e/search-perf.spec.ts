import { test as base, expect, type Page } from "@playwright/test";
import { patienceMs } from "@/scripts/test/patience";
import { registerUser } from "../support/app/api-user";
import { behindProxy } from "../support/app/report-caller";
import { type RunningApp, startApp } from "../support/app/running-app";
import { browserLaunchOptions } from "../support/browser-launch";
import { type GoogleServer, startGoogle } from "../support/search-console";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";

interface Parts {
  google: GoogleServer;
  app: RunningApp;
}

const test = base.extend<{ signedIn: Page }, Parts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  launchOptions: [async ({}, use) => use(await browserLaunchOptions()), { scope: "worker" }],
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      const google = await startGoogle();
      await use(google);
      google.stop();
    },
    { scope: "worker" },
  ],
  app: [
    async ({ google }, use) => {
      const { url, grants } = google;
      const client = { GOOGLE_CLIENT_ID: grants.client.id, GOOGLE_CLIENT_SECRET: grants.client.secret };
      const addresses = { GOOGLE_BASE_URL: url, GOOGLE_OAUTH_URL: url, SEARCH_CONSOLE_URL: url };
      const app = await startApp({ env: { ...behindProxy, ...client, ...addresses } });
      grants.redirectUris.push(`${app.url}/api/search-perf/auth/callback`);
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 2 * patienceMs },
  ],
  baseURL: async ({ app }, use) => use(app.url),
  signedIn: async ({ app, page }, use) => {
    const user = await registerUser(app, `searcher-${Date.now()}@example.org`);
    await user.call("POST", "/api/websites/", { url: "https://shop.example/" });
    await page.context().addCookies([{ name: "next-auth.session-token", value: user.access_token, url: app.url }]);
    await use(page);
  },
});

const connect = (page: Page, button = "Connect with Google") => page.getByRole("link", { name: button }).click();

test("a user connects Search Console, reads figures, chooses a property and disconnects [#79] [#117] [#118] [#119] @long", async ({
  signedIn: page,
  google,
}) => {
  await page.goto("/service/search");
  await connect(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("because access was denied").first()).toBeVisible();
  await expect(page).toHaveURL(/\/service\/search$/);
  await connect(page);
  await page.getByRole("link", { name: "Allow", exact: true }).click();
  await expect(page.locator("[data-announcer]")).toHaveText("Google Search Console is connected.");
  await expect(page.getByRole("button", { name: /sc-domain:shop\.example/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^search 1 / })).toBeVisible();
  await expect(page.getByRole("figure")).toContainText(/Clicks per day over \d+ days: /);

  await page.getByRole("link", { name: "Device" }).click();
  await expect(page.getByRole("rowheader", { name: "Mobile" })).toBeVisible();
  await inspect(page, page.url());
  await page.getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("table", { name: "Search performance by day" })).toBeVisible();

  await page.getByRole("button", { name: /sc-domain:shop\.example/ }).click();
  await page.getByRole("option", { name: /^https:\/\/shop\.example\// }).click();
  await expect(page.getByText("Now showing data from https://shop.example/.")).toBeVisible();

  google.grants.revokeAll();
  await page
    .getByRole("textbox", { name: "From" })
    .fill(new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10));
  await expect(page.getByRole("heading", { name: "Google access was revoked or has expired" })).toBeVisible();
  await connect(page, "Connect again");
  await page.getByRole("link", { name: "Allow", exact: true }).click();
  await page.getByRole("button", { name: "Disconnect" }).click();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("heading", { name: "Connect Google Search Console" })).toBeVisible();
});
