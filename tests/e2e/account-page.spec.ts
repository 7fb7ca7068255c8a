import { registerUser } from "../support/app/api-user";
import { runAxe } from "./support/axe";
import { expect, tabTo, test } from "./support/walk";
import { button, findInMail, signIn } from "./support/walk-account";

const newPassword = "eleven herons by the weir";

test("a person changes name, address and password, ends sessions and asks for their data", async ({ page, app }) => {
  test.slow();
  const user = await registerUser(app, "settled@example.org");
  await page.goto("/sign-in?next=/accessibility/account");
  await signIn(page, user);
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await button(page, "Save the name").click();
  await expect(page.getByText("Your name was saved.").first()).toBeVisible();

  const sessions = page.getByRole("table", { name: "Browsers and programs that are signed in to your account" });
  await expect(sessions.getByRole("row")).toHaveCount(3);
  await button(page, "End all other sessions").click();
  await expect(page.getByText("You are signed in nowhere else.")).toBeVisible();
  expect((await user.call("GET", "/api/user/me/")).status).toBe(401);

  await page.getByLabel("New e-mail address").fill("moved@example.org");
  const email = page.getByRole("form", { name: "E-mail address" });
  await email.getByLabel("Present password", { exact: true }).fill("not the password");
  await button(page, "Change the address").click();
  await expect(email.getByRole("alert")).toContainText("The password that you have now is another one.");
  await email.getByLabel("Present password", { exact: true }).fill(user.password);
  await button(page, "Change the address").click();
  await expect(page.getByText("We sent a link to moved@example.org.").first()).toBeVisible();

  const password = page.getByRole("form", { name: "Password" });
  await password.getByLabel("Present password", { exact: true }).fill(user.password);
  await password.getByLabel("New password", { exact: true }).fill(newPassword);
  await button(page, "Change the password").click();
  await expect(page.getByText("Your password was changed. Other sessions are over.").first()).toBeVisible();

  await button(page, "Send me my data").click();
  await expect(page.getByText("The last archive was mailed to you.")).toBeVisible({ timeout: 30_000 });
  const archive = await fetch(await findInMail(app, user.email, /http\S+\/api\/files\/exports\/\S+/));
  expect(archive.headers.get("content-type")).toBe("application/zip");
});

test("a person deletes their account: asked for the address and the password, then gone", async ({ page, app }) => {
  const user = await registerUser(app, "leaving@example.org");
  await page.goto("/sign-in?next=/accessibility/account");
  await signIn(page, user);
  const open = button(page, "Delete the account");
  await tabTo(page, open);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Delete your account?" });
  await expect(dialog).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await button(page, "Delete my account").click();
  await expect(dialog.getByRole("alert")).toContainText("2 fields need another look.");
  await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email);
  await dialog.getByLabel("Password", { exact: true }).fill(user.password);
  await button(page, "Delete my account").click();
  await expect(page.getByText("Your account was deleted.")).toBeVisible();
  await findInMail(app, user.email, /Your account was deleted/);
  await signIn(page, user);
  await expect(page.getByRole("form").getByRole("alert")).toHaveText(/The e-mail address or the password is wrong/);
});
