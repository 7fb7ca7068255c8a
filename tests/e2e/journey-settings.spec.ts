import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@/scripts/support/root";
import { inspect, inspectAsShown } from "./support/inspect";
import { expect, openSettings, test } from "./support/walk";

const checkout = readFileSync(join(root, "demo/checkout.yaml"), "utf8");

test("a journey is created from text, corrected, changed and deleted in the website's settings", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  await openSettings(page, shop);
  const area = page.getByRole("region", { name: "Journeys" });
  await expect(area.getByText("No journeys yet.")).toBeVisible();
  await area.getByRole("button", { name: "Create journey" }).click();
  const text = area.getByLabel("Journey", { exact: true });
  await text.fill(checkout.replace("action: click", "action: clik"));
  await area.getByRole("button", { name: "Save journey" }).click();
  await expect(text).toHaveAccessibleDescription(/Line 6: step 2 action: The actions are go_to, click/);
  await inspectAsShown(page);
  await text.fill(checkout);
  await area.getByRole("button", { name: "Save journey" }).click();
  await expect(page.getByText("Journey saved.").first()).toBeVisible();
  await expect(area.getByText("13 steps, 3 pages: delivery address, delivery day and payment")).toBeVisible();

  await area.getByRole("button", { name: "Edit journey Checkout" }).click();
  await expect(text).toHaveValue(/name: Checkout\nsteps:/);
  await text.fill((await text.inputValue()).replace("name: Checkout", "name: Order"));
  await area.getByRole("button", { name: "Save journey" }).click();
  await expect(area.getByRole("heading", { name: "Order" })).toBeVisible();

  await inspect(page, new URL(page.url()).pathname);
  await area.getByRole("button", { name: "Delete journey Order" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete journey Order" }).click();
  await expect(page.getByText("The journey Order was deleted.").first()).toBeVisible();
  await expect(area.getByText("No journeys yet.")).toBeVisible();
});
