import { inspectAsShown } from "./support/inspect";
import { expect, openSettings, test } from "./support/walk";

test("a user checks a URL list, saves it without the refused lines, replaces it with a file and deletes it @long", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  await openSettings(page, shop);
  const form = page.getByRole("form", { name: "URL list" });
  await form.getByRole("button", { name: "Check list" }).click();
  await expect(form.getByRole("alert")).toBeFocused();
  const urls = form.getByLabel("URLs", { exact: true });
  await urls.fill(`${shop.url}/\n# Checkout\n/basket\n/basket\nhttps://elsewhere.example/`);
  await form.getByRole("button", { name: "Check list" }).press("Enter");
  await expect(form.getByRole("status")).toContainText("2 URLs");
  await expect(form.getByRole("status")).toContainText("1 duplicate was left out.");
  await expect(form.getByRole("row", { name: /5 https:\/\/elsewhere\.example\/ On another website/ })).toBeVisible();
  await inspectAsShown(page);
  await form.getByRole("button", { name: "Save the other 2 URLs" }).click();
  await expect(page.getByText("URL list saved. It will apply from the next audit.").first()).toBeVisible();
  await expect(page.getByText("Checkout: 1 URL")).toBeVisible();

  await page.getByRole("button", { name: "Edit list" }).click();
  await expect(urls).toHaveValue(`${shop.url}/\n# Checkout\n${shop.url}/basket`);
  const chooser = page.waitForEvent("filechooser");
  await form.getByRole("button", { name: "Choose a file" }).click();
  const csv = Buffer.from(`url,group\n${shop.url}/help,Help\n`);
  await (await chooser).setFiles({ name: "urls.csv", mimeType: "text/csv", buffer: csv });
  await form.getByRole("button", { name: "Check list" }).click();
  await expect(form.getByRole("status")).toContainText("Help: 1 URL");
  await form.getByRole("button", { name: "Save list" }).click();
  await page.getByRole("button", { name: "Delete list" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete list" }).click();
  await expect(page.getByText("The URL list was deleted.").first()).toBeVisible();
  await expect(form.getByRole("button", { name: "Check list" })).toBeVisible();
});
