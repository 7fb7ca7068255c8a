import { setTimeout as sleep } from "node:timers/promises";
import type { Request } from "@playwright/test";
import { registerUser } from "../support/app/api-user";
import { runAxe } from "./support/axe";
import { expect, expectFocusOnHeading, tabTo, test } from "./support/walk";
import { button, findInEmail, signIn } from "./support/walk-account";

const newPassword = "eleven herons by the weir";

test("a person changes their name, email address and password, revokes sessions and exports their data @long", async ({
  page,
  app,
}) => {
  test.slow();
  const user = await registerUser(app, "settled@example.org");
  await page.goto("/sign-in?next=/accessibility/account");
  await signIn(page, user);
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await button(page, "Save name").click();
  await expect(page.getByText("Your name has been saved.").first()).toBeVisible();

  const sessions = page.getByRole("table", { name: "Browsers and apps signed in to your account" });
  await expect(sessions.getByRole("row")).toHaveCount(3);
  await button(page, "Revoke all other sessions").click();
  await expect(page.getByText("You aren't signed in anywhere else.")).toBeVisible();
  expect((await user.call("GET", "/api/user/me/")).status).toBe(401);

  await page.getByLabel("New email address").fill("moved@example.org");
  const email = page.getByRole("form", { name: "Email address" });
  await email.getByLabel("Current password", { exact: true }).fill("not the password");
  await button(page, "Change email address").click();
  await expect(email.getByRole("alert")).toContainText("The current password is wrong.");
  await email.getByLabel("Current password", { exact: true }).fill(user.password);
  await button(page, "Change email address").click();
  await expect(page.getByText("We've sent a link to moved@example.org.").first()).toBeVisible();

  const password = page.getByRole("form", { name: "Password" });
  await password.getByLabel("Current password", { exact: true }).fill(user.password);
  await password.getByLabel("New password", { exact: true }).fill(newPassword);
  await button(page, "Change password").click();
  await expect(
    page.getByText("Your password has been changed. You've been signed out everywhere else.").first(),
  ).toBeVisible();

  // The table's new row moves the button below it. If the button moved while it was being clicked, the click would be
  // cancelled.
  await expect(page.getByRole("rowheader", { name: "Changed the password" })).toBeVisible();
  await button(page, "Export my data").click();
  await expect(page.getByText("We've emailed you a download link.")).toBeVisible();
  await expectFocusOnHeading(page);
  const archive = await fetch(await findInEmail(app, user.email, /http\S+\/api\/files\/exports\/\S+/));
  expect(archive.headers.get("content-type")).toBe("application/zip");
});

test("a late response to an earlier query doesn't hide an export that has since been requested @long", async ({
  signedIn: page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = new Promise<void>((resolve) => {
    void page.route(
      /account\.latestExport/,
      async (route) => {
        const response = await route.fetch();
        resolve();
        await released;
        // The page may have aborted the request.
        await route.fulfill({ response }).catch(() => undefined);
      },
      { times: 1 },
    );
  });
  await page.goto("/accessibility/account");
  await held;
  await button(page, "Export my data").click();
  await expect(page.getByText("We're preparing your data.").first()).toBeVisible();
  const isLatest = (request: Request): boolean => request.url().includes("account.latestExport");
  const late = Promise.race([
    page.waitForEvent("requestfinished", isLatest),
    page.waitForEvent("requestfailed", isLatest),
  ]);
  release();
  await late;
  await expect(page.getByText("We've emailed you a download link.")).toBeVisible();
});

test("signing out leads to the home page, even if a request is refused in the meantime @long", async ({
  page,
  app,
}) => {
  const user = await registerUser(app, "signing-out@example.org");
  const requested = page.waitForRequest(/account\.sessions/);
  const signedOut = page.waitForResponse(/\/api\/auth\/signout/);
  const refused = page.waitForResponse((response) => /account\.sessions/.test(response.url()) && !response.ok());
  await page.route(/account\.sessions/, async (route) => {
    await signedOut;
    await route.continue();
  });
  await page.route(
    ({ pathname }) => pathname === "/",
    async (route) => {
      await refused;
      // Gives the page's scripts enough time to handle the refusal.
      await sleep(500);
      await route.continue();
    },
  );
  await page.goto("/sign-in?next=/accessibility/account");
  await signIn(page, user);
  await requested;
  await button(page, "Sign out").click();
  await expect(page.getByRole("heading", { level: 1, name: "See what keeps people out" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("a person deletes their account after entering their email address and password @long", async ({ page, app }) => {
  const user = await registerUser(app, "leaving@example.org");
  await page.goto("/sign-in?next=/accessibility/account");
  await signIn(page, user);
  const open = button(page, "Delete account");
  await tabTo(page, open);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  await expect(dialog).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await button(page, "Delete my account").click();
  await expect(dialog.getByRole("alert")).toContainText("There's a problem with 2 fields.");
  await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email);
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await button(page, "Delete my account").click();
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  await findInEmail(app, user.email, /Your account was deleted/);
  await signIn(page, user);
  await expect(page.getByRole("form").getByRole("alert")).toHaveText(/The email address or password is wrong/);
});
