import type { Page } from "@playwright/test";
import { overflow, runAxe } from "./support/axe";
import { narrow, wide } from "./support/inspect";
import { expect, scanShop, tabTo, test } from "./support/walk";

/**
 * Returns the number of the first finding whose code contains this text. The number varies, because pages aren't
 * scanned in a fixed order.
 */
const findNumber = async (page: Page, code: string): Promise<string> => {
  const card = page.getByRole("article").filter({ hasText: code }).first();
  const heading = await card.getByRole("heading", { level: 3 }).textContent();
  return /\d+/.exec(heading ?? "")?.[0] ?? "";
};

test("suggests and verifies a fix and highlights its changes, and lets a website opt out of sharing its code @long", async ({
  signedIn: page,
  shop,
}) => {
  const audit = await scanShop(page, shop, 3);
  await page.goto(`${audit}/rules/image-alt`);
  const hero = await findNumber(page, "hero.svg");
  const button = page.getByRole("button", { name: `Suggest a fix for finding ${hero}`, exact: true });
  await tabTo(page, button);
  await page.keyboard.press("Enter");
  const fix = page.getByRole("region", { name: `Suggested fix for finding ${hero}`, exact: true });
  await expect(fix).toBeVisible();
  await expect(fix.getByRole("heading", { level: 4 })).toBeFocused();
  await expect(fix.getByText("Verified on the page: passes image-alt, with no new findings.")).toBeVisible();
  await expect(page.locator("[data-announcer]")).toContainText(
    "The suggested fix is ready. Verified on the page: passes image-alt",
  );
  await expect(fix.getByRole("listitem").filter({ hasText: "Added:" })).toContainText('alt="Hero"');
  await expect(fix.getByText(/is a guess based on the file name, so check it/)).toBeVisible();
  await expect(fix.getByRole("figure").filter({ hasText: "Suggested" }).locator("mark")).toContainText('alt="Hero"');
  for (const colorScheme of ["light", "dark"] as const)
    for (const [width, size] of Object.entries({ narrow, wide })) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      expect(await runAxe(page), `${colorScheme}, ${width}`).toEqual([]);
      expect(await overflow(page), `${colorScheme}, ${width}`).toBeLessThanOrEqual(0);
    }

  await page.goto(`${audit}/rules/color-contrast`);
  const footer = await findNumber(page, "Nothing here is for sale");
  await page.getByRole("button", { name: `Suggest a fix for finding ${footer}`, exact: true }).click();
  const open = page.getByRole("region", { name: `Suggested fix for finding ${footer}`, exact: true });
  await expect(open.getByText("Verified on the page: passes color-contrast, with no new findings.")).toBeVisible();
  await expect(open.getByText(/^The change clears \d+ findings? on this page\.$/)).toBeVisible();
  await expect(open.getByRole("figure").filter({ hasText: "Suggested" }).locator("mark")).not.toHaveCount(0);
  await expect(open.getByRole("heading", { name: "Other pages with this component" })).toBeVisible();
  await expect(open.getByText(/^The change clears \d+ findings on \d+ pages\.$/)).toBeVisible();

  await page.goto("/accessibility");
  await page
    .getByRole("link", { name: /127\.0\.0\.1/ })
    .first()
    .click();
  await page.getByRole("link", { name: "Settings" }).first().click();
  const sharing = page.getByRole("checkbox", { name: /Allow code and screenshots to be sent/ });
  await expect(sharing).toBeChecked();
  await sharing.press("Space");
  await page.getByRole("button", { name: "Save settings", exact: true }).click();
  await expect(page.getByText("Settings saved.").first()).toBeVisible();
  await page.reload();
  await expect(sharing).not.toBeChecked();
});
