import { registerUser } from "../support/app/api-user";
import { expect, scanShop, test } from "./support/walk";

test("a website's settings are kept, and removing it asks with its name", async ({ signedIn: page, shop }) => {
  await scanShop(page, shop, 1);
  const host = new URL(shop.url).host;
  await page.goto("/accessibility");
  await page.getByRole("rowheader").getByRole("link", { name: host }).click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Larch & Lantern");
  await page.getByLabel("Pages to scan at most").fill("many");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByRole("form").getByRole("alert").getByRole("link").click();
  await expect(page.getByLabel("Pages to scan at most")).toBeFocused();
  await page.getByLabel("Pages to scan at most").fill("7");
  await page.getByRole("radio", { name: "Phone" }).check({ force: true });
  await page.getByLabel("Leave out these parts").fill("/blog\n/products");
  const lighthouse = page.getByRole("checkbox", { name: "Also run Lighthouse on the start page" });
  await expect(lighthouse).toHaveAccessibleDescription(/Adds about 10 seconds/);
  await lighthouse.check({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The settings are saved.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Larch & Lantern");
  await expect(page.getByLabel("Pages to scan at most")).toHaveValue("7");
  await expect(page.getByRole("radio", { name: "Phone" })).toBeChecked();
  await expect(page.getByLabel("Leave out these parts")).toHaveValue("/blog\n/products");
  await expect(lighthouse).toBeChecked();

  await page.getByLabel("Pages to scan at most").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The settings are saved.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Larch & Lantern");
  await expect(page.getByLabel("Pages to scan at most")).toHaveValue("");

  await page.getByRole("button", { name: "Remove Larch & Lantern" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove Larch & Lantern?" });
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(page.getByRole("button", { name: "Remove Larch & Lantern" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Larch & Lantern" }).click();
  await dialog.getByRole("button", { name: "Remove Larch & Lantern" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "No website yet" })).toBeVisible();
});

test("somebody who isn't signed in is sent to sign in, and back to where they were going", async ({ page, app }) => {
  const { email, password } = await registerUser(app, "returning@example.org");
  await page.goto("/accessibility/websites/new?url=https://example.org");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("next")).toMatch(/^\/accessibility\/websites\/new\?url=https%3A/);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toHaveText(/The e-mail address or the password is wrong/);
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Website address")).toHaveValue("https://example.org");
  await page.goto("/accessibility/account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "See what keeps people out" })).toBeVisible();
  await page.goto("/accessibility");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});

test("the theme is kept on this device, and an ended session leads back to signing in", async ({
  signedIn: page,
  app,
}) => {
  await page.goto("/accessibility/account");
  await page.getByRole("main").getByRole("radio", { name: "Dark" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("definition").first()).toBeVisible();
  await page.context().clearCookies();
  await page.context().addCookies([{ name: "next-auth.session-token", value: "dead", url: app.url }]);
  await page.goto("/accessibility");
  await expect(page.getByText("Your session has ended.")).toBeVisible();
});
