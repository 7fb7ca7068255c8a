import { registerUser } from "../support/app/api-user";
import { anyAddress } from "../support/app/report-caller";
import { overflow, runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";
import { button, findInEmail, signIn } from "./support/walk-account";

const newPassword = "eleven herons by the weir";

test("axe finds nothing on the pages for resetting passwords and confirming email addresses @long", async ({
  page,
}) => {
  for (const path of [
    "/sign-in?error=email_unverified",
    "/sign-in?changed=1",
    "/forgot-password",
    "/reset-password",
    "/reset-password?token=x",
    "/confirm-email",
    "/confirm-email?token=x",
    "/secure-account?token=x",
  ])
    await inspect(page, path);
});

test("an incomplete link for confirming an email address shows advice instead of a form @long", async ({ page }) => {
  await page.goto("/confirm-email?token=x");
  await expect(page.getByText("This link is incomplete.")).toBeVisible();
  await expect(page.getByRole("form")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Go to your account" })).toBeVisible();
});

test("a user resets a forgotten password through the emailed link, using only the keyboard @long", async ({
  page,
  app,
}) => {
  const user = await registerUser(app, "forgetful@example.org");
  await page.goto("/sign-in");
  await tabTo(page, page.getByRole("link", { name: "Forgot your password?" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Reset your password" })).toBeFocused();
  await tabTo(page, page.getByLabel("Email address"));
  await page.keyboard.type(user.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("we've emailed you a link").first()).toBeVisible();
  await page.goto(await findInEmail(app, user.email, /\/reset-password\?token=[\w-]+/));
  await tabTo(page, page.getByLabel("New password", { exact: true }));
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signIn(page, { email: user.email, password: newPassword });
  await expect(page).toHaveURL(/\/accessibility$/);
});

test("a form lists its errors in the order of its fields @long", async ({ page }) => {
  await page.goto("/sign-up");
  await button(page, "Create account").click();
  const links = page.getByRole("form").getByRole("alert").getByRole("link");
  await expect(links).toHaveText([/name/, /email/, /password/i]);
});

test("a user confirms a sign-up in another browser by entering a name and password, using only the keyboard [M3] @long", async ({
  page,
  app,
}) => {
  const email = "elsewhere@example.org";
  const body = JSON.stringify({ email, password: "seven walrus lamps at noon", name: "Stranger" });
  const headers = { "content-type": "application/json", "x-forwarded-for": anyAddress() };
  await fetch(`${app.url}/api/user/`, { method: "POST", headers, body });
  await page.goto(await findInEmail(app, email, /\/verify-email\?token=[\w-]+/));
  await tabTo(page, button(page, "Confirm my email address"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await expect(page.getByText("or someone else signed up with your email address")).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await tabTo(page, page.getByLabel("Your name"));
  await page.keyboard.type("Grace");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await signIn(page, { email, password: newPassword });
  await expect(page).toHaveURL(/\/accessibility$/);
  await page.goto("/accessibility/account");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Grace");
});

test("a user secures the account through the “this wasn’t me” link, keeps one recent addition and sets a new password, using only the keyboard [M4] @long", async ({
  page,
  app,
}) => {
  const owner = await registerUser(app, "robbed@example.org");
  for (const email of ["kept@example.org", "planted@example.org"])
    await owner.call("POST", "/api/user/invite-user/", { email, role: "owner" });
  const planted = await findInEmail(app, "planted@example.org", /\/accept-invite\?token=[\w-]+/);
  const change = { current_password: owner.password, password: "the intruder chose this" };
  await owner.call("POST", "/api/user/me/password/", change);
  await inspect(page, await findInEmail(app, owner.email, /\/secure-account\?token=[\w-]+/));
  await expect(page.getByText("The new password will stop working.")).toBeVisible();
  const keep = page.getByRole("checkbox", { name: "Keep invitation: kept@example.org" });
  await tabTo(page, keep);
  await page.keyboard.press("Space");
  await expect(keep).toBeChecked();
  await tabTo(page, button(page, "Secure my account"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Set a new password" })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signIn(page, { email: owner.email, password: newPassword });
  await expect(page).toHaveURL(/\/accessibility$/);
  await page.goto(planted);
  await expect(page.getByText("This invitation has been used or revoked, or has expired.")).toBeVisible();
  await page.goto("/service/team");
  await expect(page.getByText("kept@example.org").first()).toBeVisible();
  await expect(page.getByText("planted@example.org")).toHaveCount(0);
});

test("a password reset lists recently added items and removes them [M3] @long", async ({ page, app }) => {
  const user = await registerUser(app, "unsure@example.org");
  await user.call("POST", "/api/user/invite-user/", { email: "unsure-guest@example.org", role: "owner" });
  await user.call("POST", "/api/auth/forgot-password", { email: user.email });
  await inspect(page, await findInEmail(app, user.email, /\/reset-password\?token=[\w-]+/));
  await expect(page.getByRole("group", { name: "Added in the last 14 days" })).toBeVisible();
  await expect(page.getByText("Keep invitation: unsure-guest@example.org")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await page.goto(await findInEmail(app, "unsure-guest@example.org", /\/accept-invite\?token=[\w-]+/));
  await expect(page.getByText("This invitation has been used or revoked, or has expired.")).toBeVisible();
});

test("a guest joins through an invitation email, and opening the link again shows that it has been used @long", async ({
  page,
  app,
}) => {
  const host = await registerUser(app, "host@example.org");
  const email = "guest-of-host@example.org";
  await host.call("POST", "/api/user/invite-user/", { email, role: "viewer" });
  const link = await findInEmail(app, email, /\/accept-invite\?token=[\w-]+/);
  await inspect(page, link);
  await expect(page.getByText("Ada has invited you to join Ada’s organisation as a viewer.")).toBeVisible();
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await button(page, "Create account and join").click();
  await expect(page).toHaveURL(/\/accessibility$/);
  await page.goto("/accessibility/account");
  await expect(page.getByRole("definition").first()).toHaveText("Ada’s organisation");
  await page.goto(link);
  await expect(page.getByText("This invitation has been used or revoked, or has expired.")).toBeVisible();
});

test("someone signed in to another account sees who an invitation is for, and the invited account can still join @long", async ({
  signedIn: page,
  app,
}) => {
  const host = await registerUser(app, "second-host@example.org");
  const guest = await registerUser(app, "known-guest@example.org");
  await host.call("POST", "/api/user/invite-user/", { email: guest.email, role: "member" });
  await page.goto(await findInEmail(app, guest.email, /\/accept-invite\?token=[\w-]+/));
  await expect(page.getByText(`but the invitation is for ${guest.email}`)).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await button(page, "Join organisation").click();
  await expect(page.getByText("You've joined Ada’s organisation.").last()).toBeVisible();
  await page.getByRole("link", { name: "Sign in to get started" }).click();
  await expect(page.getByLabel("Email address")).toHaveValue(guest.email);
});
