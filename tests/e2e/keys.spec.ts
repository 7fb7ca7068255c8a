import { overflow, runAxe } from "./support/axe";
import { holdCode } from "./support/hold-code";
import { narrow } from "./support/inspect";
import { expect, test } from "./support/walk";

test("the search dialog opens pages by name, and keyboard shortcuts are listed and can be turned off", async ({
  signedIn: page,
}) => {
  await page.goto("/accessibility");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Search or go to" });
  const field = palette.getByRole("searchbox", { name: "Website, page or action" });
  await expect(field).toBeFocused();
  await field.fill("acc");
  await expect(palette.getByRole("status")).toHaveText("1 result");
  expect(await runAxe(page)).toEqual([]);
  await page.setViewportSize(narrow);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeFocused();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByRole("row", { name: /Go to the next finding/ })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await keys.getByRole("checkbox", { name: "Use keyboard shortcuts" }).press("Space");
  await keys.getByRole("button", { name: "Close" }).press("Enter");
  await expect(keys).toHaveCount(0);
  await page.keyboard.press("?");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Use keyboard shortcuts" })).not.toBeChecked();
  await page.getByRole("button", { name: "Search or go to…" }).press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Use keyboard shortcuts" }).press("Space");
  await page.keyboard.press("?");
  await expect(keys).toBeVisible();
});

test("the search dialog opens if its shortcut is pressed before the page's code has loaded, unless shortcuts are off", async ({
  signedIn: page,
}) => {
  const load = await holdCode(page);
  const pressEarly = async (): Promise<boolean> => {
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const isHeldBack = page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          addEventListener("keydown", (event) => {
            if (event.key === "k") resolve(event.defaultPrevented);
          }),
        ),
    );
    await page.keyboard.press("ControlOrMeta+k");
    return isHeldBack;
  };
  await page.goto("/accessibility", { waitUntil: "commit" });
  await page.evaluate(() => localStorage.setItem("curbcut-shortcuts", "off"));
  expect(await pressEarly()).toBe(false);
  await page.evaluate(() => localStorage.removeItem("curbcut-shortcuts"));
  expect(await pressEarly()).toBe(true);
  load();
  await expect(page.getByRole("searchbox", { name: "Website, page or action" })).toBeFocused();
});
