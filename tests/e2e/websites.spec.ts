import { registerUser } from "../support/app/api-user";
import { expect, openSettings, test } from "./support/walk";

test("website settings are saved, and deleting a website asks for confirmation and names the website @long", async ({
  signedIn: page,
  shop,
}) => {
  await openSettings(page, shop);
  await page.getByLabel("Name", { exact: true }).fill("Larch & Lantern");
  await page.getByLabel("Maximum pages").fill("many");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByRole("form").getByRole("alert").getByRole("link").click();
  await expect(page.getByLabel("Maximum pages")).toBeFocused();
  await page.getByLabel("Maximum pages").fill("7");
  await page.getByRole("radio", { name: "Phone" }).check({ force: true });
  await page.getByRole("radio", { name: "Quick checks only" }).check({ force: true });
  await page.getByLabel("Paths to exclude").fill("/blog\n/products");
  const lighthouse = page.getByRole("checkbox", { name: "Also run Lighthouse on the start page" });
  await expect(lighthouse).toHaveAccessibleDescription(/Adds about 10 seconds/);
  await lighthouse.check({ force: true });
  const secondEngine = page.getByRole("checkbox", { name: "Also run a second engine, AccessLint" });
  await expect(secondEngine).toHaveAccessibleDescription(/needing review/);
  await secondEngine.check({ force: true });
  const views = page.getByRole("region", { name: "Views and states" });
  const phone = views.getByRole("checkbox", { name: "Also test pages on a phone" });
  await expect(phone).toHaveAccessibleDescription(/two pages of each template/);
  await phone.check({ force: true });
  await views.getByLabel("Language").fill("german!");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toContainText("This isn't a valid language tag.");
  await views.getByLabel("Language").fill("de");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Larch & Lantern");
  await expect(page.getByLabel("Maximum pages")).toHaveValue("7");
  await expect(page.getByRole("radio", { name: "Phone" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Quick checks only" })).toBeChecked();
  await expect(page.getByRole("radiogroup", { name: "Depth" })).toHaveAccessibleDescription(/resize the window/);
  await expect(page.getByLabel("Paths to exclude")).toHaveValue("/blog\n/products");
  await expect(lighthouse).toBeChecked();
  await expect(secondEngine).toBeChecked();
  await expect(phone).toBeChecked();
  await expect(views.getByRole("checkbox", { name: "Also test pages at 200% zoom" })).not.toBeChecked();
  await expect(views.getByLabel("Language")).toHaveValue("de");
  for (const name of ["Pages", "Checks", "Views and states", "Fixes"])
    await expect(page.getByRole("form").getByRole("heading", { level: 2, name, exact: true })).toBeVisible();

  await page.getByLabel("Maximum pages").fill("");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Larch & Lantern");
  await expect(page.getByLabel("Maximum pages")).toHaveValue("");

  await page.getByRole("button", { name: "Delete Larch & Lantern" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Larch & Lantern?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Delete Larch & Lantern" })).toBeFocused();
  await page.getByRole("button", { name: "Delete Larch & Lantern" }).click();
  await dialog.getByRole("button", { name: "Delete Larch & Lantern" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "No websites yet" })).toBeVisible();
});

test("closing a dialog returns focus to the button that opened it, even if the next frame is drawn late @long", async ({
  signedIn: page,
  shop,
}) => {
  await openSettings(page, shop);
  const open = page.getByRole("button", { name: /^Delete / });
  await open.press("Enter");
  await page.evaluate(() => {
    window.requestAnimationFrame = (callback) => Number(setTimeout(() => callback(performance.now()), 600));
    window.cancelAnimationFrame = clearTimeout;
  });
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(open).toBeFocused();
});

test("a visitor who isn't signed in is redirected to the sign-in page and, after signing in, to the requested page @long", async ({
  page,
  app,
}) => {
  const { email, password } = await registerUser(app, "returning@example.org");
  await page.goto("/accessibility/websites/new?url=https://example.org");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("next")).toMatch(/^\/accessibility\/websites\/new\?url=https%3A/);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toHaveText(/The email address or password is wrong/);
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Website URL")).toHaveValue("https://example.org");
  await page.goto("/accessibility/account");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "See what keeps people out" })).toBeVisible();
  await page.goto("/accessibility");
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
});

test("the theme is stored on the device, and a user whose session has expired is asked to sign in again @long", async ({
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

test("a signed-in user scans a website from the home page without signing up again @long", async ({
  signedIn: page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Go to your websites" })).toBeVisible();
  await page.getByLabel("Website URL").fill("example.org");
  await page.getByRole("button", { name: "Scan this website" }).click();
  await expect(page).toHaveURL(/\/accessibility\/websites\/new\?url=/);
  await expect(page.getByLabel("Website URL")).toHaveValue(/example\.org/);
});
