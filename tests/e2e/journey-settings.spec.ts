import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@/scripts/support/root";
import { inspect, inspectAsShown } from "./support/inspect";
import { expect, openSettings, test } from "./support/walk";

const checkout = readFileSync(join(root, "demo/checkout.yaml"), "utf8");

test("a user creates a journey from text, corrects it, renames it and deletes it in the website's settings @long", async ({
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
  await expect(text).toHaveAccessibleDescription(/Line 6: step 2 action: Unknown action. Use one of go_to, click/);
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

test("a user tries journeys in the editor and in the list, and has to confirm a journey that makes a payment @long", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  await openSettings(page, shop);
  const area = page.getByRole("region", { name: "Journeys" });
  await area.getByRole("button", { name: "Create journey" }).click();
  const text = area.getByLabel("Journey", { exact: true });
  await text.fill("name: Broken");
  await area.getByRole("button", { name: "Try journey" }).click();
  await expect(area.getByRole("alert")).toContainText("steps");
  await text.fill("name: Broken\nsteps:\n- { action: go_to, url: /gone.html }\n- { action: scan, name: end }\n");
  await area.getByRole("button", { name: "Try journey" }).press("Enter");
  await expect(area.getByRole("status").filter({ hasText: "The journey failed" })).toBeAttached();
  const steps = area.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps.nth(0)).toContainText("The server responded with status 404.");
  await expect(steps.nth(1)).toContainText("Step 2: Not performed");
  await expect(area.getByRole("img", { name: /where the journey ended/ })).toBeVisible();
  await expect(area.getByRole("button", { name: "Try journey" })).toBeFocused();

  await text.fill(checkout.replace("url: /guest/address", "url: /guest/address\n    timeout_seconds: 20"));
  await area.getByRole("button", { name: "Save journey" }).click();
  await area.getByRole("button", { name: "Try journey Checkout" }).click();
  await expect(area.getByText("13 of 13 steps completed.")).toBeVisible();
  await expect(area.getByRole("img", { name: "Screenshot of the page that step 4 scans" })).toBeVisible();
  await inspectAsShown(page);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await area.getByRole("button", { name: "Edit journey Checkout" }).click();
  await text.fill(
    `${checkout.replace("name: Checkout", "name: Order")}  - action: press\n    key: Enter\n    allow: [pay]\n`,
  );
  await area.getByRole("button", { name: "Try journey" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Try the journey Order?" });
  await expect(dialog.getByText("Step 14 may pay for or order something.")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(area.getByRole("progressbar")).toBeHidden();
});
