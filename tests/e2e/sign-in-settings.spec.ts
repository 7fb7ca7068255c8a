import { demoAccount } from "@/demo/members";
import { inspect } from "./support/inspect";
import { expect, openSettings, test } from "./support/walk";

test("a user enters, tries, replaces and deletes a sign-in in the website's settings, and trying it shows a screenshot @long", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  await openSettings(page, shop);
  const form = page.getByRole("form", { name: "Sign-in" });
  await expect(form.getByLabel("Origins")).toHaveValue(shop.url);
  await form.getByLabel("URL of the sign-in page").fill("https://elsewhere.example/login");
  await form.getByLabel("Username or email address").fill(demoAccount.user_name);
  await form.getByLabel("Password", { exact: true }).fill("wrong-password");
  await form.getByRole("button", { name: "Save sign-in" }).click();
  await expect(form.getByRole("alert")).toBeFocused();
  await expect(form.getByLabel("URL of the sign-in page")).toHaveAccessibleDescription(/one of the origins/);
  await form.getByLabel("URL of the sign-in page").fill(`${shop.url}/account/sign-in`);
  await form.getByRole("button", { name: "Save sign-in" }).click();
  await expect(page.getByText("Sign-in saved.").first()).toBeVisible();

  await page.getByRole("button", { name: "Try sign-in" }).click();
  await expect(page.getByText("Sign-in failed")).toBeVisible();
  await expect(page.getByText("Check the username and the password")).toBeVisible();

  await page.getByRole("button", { name: "Replace sign-in" }).click();
  await expect(form.getByLabel("Username or email address")).toHaveValue(demoAccount.user_name);
  await expect(form.getByLabel("Password", { exact: true })).toHaveValue("");
  await form.getByLabel("Password", { exact: true }).fill(demoAccount.password);
  await form.getByRole("button", { name: "Save sign-in" }).click();
  await page.getByRole("button", { name: "Try sign-in" }).click();
  await expect(page.getByText("Sign-in worked")).toBeVisible();
  await expect(page.getByRole("img", { name: /Screenshot of the page “Your account/ })).toBeVisible();

  await inspect(page, new URL(page.url()).pathname);
  expect(await page.content()).not.toContain(demoAccount.password);
  await page.getByRole("button", { name: "Delete sign-in" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete sign-in" }).click();
  await expect(page.getByText("The sign-in was deleted.").first()).toBeVisible();
  await expect(form.getByLabel("Origins")).toBeVisible();
});
