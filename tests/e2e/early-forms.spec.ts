import type { Page } from "@playwright/test";
import { type ApiUser, registerUser } from "../support/app/api-user";
import { holdCode } from "./support/hold-code";
import { expect, test } from "./support/walk";
import { findInEmail } from "./support/walk-account";

/** Fills in the sign-in form before the page's code has loaded. Returns a function that lets the code load. */
const fillEarly = async (page: Page, { email, password }: ApiUser): Promise<() => void> => {
  const load = await holdCode(page);
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  return load;
};

test("keeps text that is typed before the page's code has loaded @long", async ({ page, app }) => {
  const user = await registerUser(app, "quick@example.org");
  const load = await fillEarly(page, user);
  load();
  const isReady = () =>
    page.evaluate(() => {
      const { curbcutForms } = window as unknown as { curbcutForms: { ready: WeakSet<object> } };
      return curbcutForms.ready.has(document.forms[0] as object);
    });
  await expect.poll(isReady).toBe(true);
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Email address")).toHaveValue(user.email);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/accessibility$/);
});

test("a form submitted early is sent after the page's code has loaded, with no password in the URL @long", async ({
  page,
  app,
}) => {
  const user = await registerUser(app, "hasty@example.org");
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  const load = await fillEarly(page, user);
  await page.keyboard.press("Enter");
  load();
  await expect(page).toHaveURL(/\/accessibility$/);
  expect(addresses.filter((address) => address.includes(encodeURIComponent(user.email)))).toEqual([]);
});

test("a password can't be reset before the page shows what the reset will remove @long", async ({ page, app }) => {
  const user = await registerUser(app, "offline@example.org");
  await user.call("POST", "/api/auth/forgot-password", { email: user.email });
  const address = await findInEmail(app, user.email, /\/reset-password\?token=[\w-]+/);
  await page.route("**/api/trpc/**", (route) => route.abort());
  await page.goto(address);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set password" })).toHaveCount(0);
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Set password" })).toBeVisible();
  await page.goto(`/reset-password?token=${"A".repeat(43)}`);
  await expect(page.getByText("This link has been used or has expired.")).toBeVisible();
});
