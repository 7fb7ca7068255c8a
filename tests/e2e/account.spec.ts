import { registerUser } from "../support/app/api-user";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";
import { button, findInMail, signIn } from "./support/walk-account";

const newPassword = "eleven herons by the weir";

test("axe finds nothing on the pages of forgotten passwords and new addresses", async ({ page }) => {
  for (const path of [
    "/sign-in?error=email_unverified",
    "/sign-in?changed=1",
    "/forgot-password",
    "/reset-password",
    "/reset-password?token=x",
    "/confirm-email?token=x",
  ])
    await inspect(page, path);
});

test("a forgotten password is set anew by the link of a mail, with the keyboard alone", async ({ page, app }) => {
  const user = await registerUser(app, "forgetful@example.org");
  await page.goto("/sign-in");
  await tabTo(page, page.getByRole("link", { name: "Forgot your password?" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Set a new password" })).toBeFocused();
  await tabTo(page, page.getByLabel("E-mail address"));
  await page.keyboard.type(user.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("a mail with a link is on its way").first()).toBeVisible();
  await page.goto(await findInMail(app, user.email, /\/reset-password\?token=[\w-]+/));
  await tabTo(page, page.getByLabel("New password", { exact: true }));
  await page.keyboard.type("short");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your password was changed.")).toBeVisible();
  await signIn(page, { email: user.email, password: newPassword });
  await expect(page).toHaveURL(/\/accessibility$/);
});

test("a guest joins by the mail of an invitation, and a second try says that it was used", async ({ page, app }) => {
  const host = await registerUser(app, "host@example.org");
  const email = "guest-of-host@example.org";
  await host.call("POST", "/api/user/invite-user/", { email, role: "viewer" });
  const link = await findInMail(app, email, /\/accept-invite\?token=[\w-]+/);
  await inspect(page, link);
  await expect(page.getByText("Ada invited you to Ada’s organisation as a viewer.")).toBeVisible();
  await page.getByLabel("Your name").fill("Grace");
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await button(page, "Create my account and join").click();
  await expect(page).toHaveURL(/\/accessibility$/);
  await page.goto("/accessibility/account");
  await expect(page.getByRole("definition").first()).toHaveText("Ada’s organisation");
  await page.goto(link);
  await expect(page.getByText("This invitation was used, taken back or has expired.")).toBeVisible();
});

test("an invitation for somebody else says so to who is signed in, and lets them join", async ({
  signedIn: page,
  app,
}) => {
  const host = await registerUser(app, "second-host@example.org");
  const guest = await registerUser(app, "known-guest@example.org");
  await host.call("POST", "/api/user/invite-user/", { email: guest.email, role: "member" });
  await page.goto(await findInMail(app, guest.email, /\/accept-invite\?token=[\w-]+/));
  await expect(page.getByText(`but the invitation is for ${guest.email}`)).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await button(page, "Join").click();
  await expect(page.getByText("You now belong to Ada’s organisation.").last()).toBeVisible();
  await page.getByRole("link", { name: "Sign in to start" }).click();
  await expect(page.getByLabel("E-mail address")).toHaveValue(guest.email);
});
