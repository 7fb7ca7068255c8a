import type { Page } from "@playwright/test";
import { test as base, expect } from "@playwright/test";
import { createEmulator } from "emulate";
import { patienceMs } from "@/scripts/test/patience";
import { registerUser } from "../support/app/api-user";
import { type RunningApp, startApp } from "../support/app/running-app";
import { browserLaunchOptions } from "../support/browser-launch";
import { freePort } from "../support/free-port";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";

const newcomer = "newcomer@example.org";
const known = "known@example.org";
const elsewhere = "ada@elsewhere.example";

interface Parts {
  app: RunningApp;
}

const test = base.extend<object, Parts>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  launchOptions: [async ({}, use) => use(await browserLaunchOptions()), { scope: "worker" }],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      const users = [newcomer, known, elsewhere].map((email) => ({ email, name: "Ada" }));
      const google = await createEmulator({ service: "google", port: await freePort(), seed: { google: { users } } });
      const env = { GOOGLE_CLIENT_ID: "curbcut", GOOGLE_CLIENT_SECRET: "secret", GOOGLE_BASE_URL: google.url };
      const app = await startApp({ env });
      await use(app);
      await app.stop();
      await google.close();
    },
    { scope: "worker", timeout: 2 * patienceMs },
  ],
  baseURL: async ({ app }, use) => use(app.url),
});

const byGoogle = async (page: Page, path: string, email: string) => {
  await page.goto(path);
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await page.getByRole("button", { name: new RegExp(email) }).click();
};

test("the server renders a button for the configured provider only @long", async ({ page, app }) => {
  for (const path of ["/sign-in", "/sign-up"]) {
    const html = await (await fetch(app.url + path)).text();
    expect(html).toContain("Continue with Google");
    expect(html).not.toContain("Continue with GitHub");
    await inspect(page, path);
  }
});

test("a new user signs up with Google and sees the linked identity on the account page [#84] @long", async ({
  page,
}) => {
  await byGoogle(page, "/sign-up", newcomer);
  await expect(page).toHaveURL(/\/accessibility$/);
  await page.goto("/accessibility/account");
  await expect(page.getByText("This is your only sign-in method.")).toBeVisible();
  await inspect(page, "/accessibility/account");
  await page.getByLabel("New password", { exact: true }).fill("eleven herons by the weir");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("button", { name: `Unlink Google, ${newcomer}` }).click();
  await expect(page.getByText("No linked accounts. You sign in with your password.")).toBeVisible();
});

test("a user enters their password once to link Google, then signs in with Google alone @long", async ({
  page,
  app,
}) => {
  const user = await registerUser(app, known);
  await byGoogle(page, "/sign-in", known);
  await expect(page.getByRole("heading", { level: 1, name: "Link your account" })).toBeVisible();
  await inspect(page, page.url());
  await page.getByLabel("Your Curbcut password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Link Google and sign in" }).click();
  await expect(page).toHaveURL(/\/accessibility$/);
  await page.context().clearCookies();
  await byGoogle(page, "/sign-in", known);
  await expect(page).toHaveURL(/\/accessibility$/);
});

test("a signed-in user links Google on the account page, and sees an error if another account has linked it @long", async ({
  page,
  app,
}) => {
  const link = async (email: string) => {
    const { access_token, password } = await registerUser(app, email);
    await page.context().clearCookies();
    await page.context().addCookies([{ name: "next-auth.session-token", value: access_token, url: app.url }]);
    await page.goto("/accessibility/account");
    await page.getByRole("button", { name: "Link Google" }).press("Enter");
    await page.getByRole("dialog").getByLabel("Current password").fill(password);
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole("button", { name: "Continue to Google" }).press("Enter");
    await page.getByRole("button", { name: new RegExp(elsewhere) }).click();
  };
  await link("first@example.org");
  await expect(page.getByText("Google is linked.")).toBeVisible();
  await expect(page.getByText(elsewhere)).toBeVisible();
  await expect(page).toHaveURL(/\/accessibility\/account$/);
  await link("second@example.org");
  await expect(page.getByText(/^That Google account is already linked to another Curbcut account\./)).toBeVisible();
  await inspect(page, page.url());
});
