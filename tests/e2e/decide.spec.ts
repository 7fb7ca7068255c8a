import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, scanShop, test } from "./support/walk";

test("a finding is ignored with a note, kept apart, and taken back", async ({ signedIn: page, shop }) => {
  const audit = await scanShop(page, shop, 2);
  await page.goto(`${audit}/rules`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  const decide = page.getByRole("button", { name: "Decide about finding 1: Open" });
  await decide.click();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Ignore…" }).click();
  const dialog = page.getByRole("dialog", { name: "Ignore this finding" });
  await dialog.getByLabel("Why").fill("The banner goes in May");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The banner goes in May")).toBeVisible();
  const filter = page.getByRole("navigation", { name: "Show findings that are" });
  await filter.getByRole("link", { name: "Ignored (1)" }).click();
  await expect(page).toHaveURL(/status=ignored/);
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("components, changes and the trend are told after a second audit, and the findings are exported", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  await scanShop(page, shop, 3);
  await page.locator("main nav a[href*='/websites/']").first().click();
  await page.getByRole("button", { name: "Scan again" }).click();
  await expect(page).toHaveURL(/\/audits\//);
  await expect(page.getByRole("region", { name: "Since the audit before" })).toContainText("Unchanged", {
    timeout: 60_000,
  });
  const audit = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "Export" }).click();
  expect(await runAxe(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^SARIF/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^127\.0\.0\.1-\d{4}-\d\d-\d\d\.sarif$/);
  await page.getByRole("link", { name: "Components", exact: true }).click();
  await expect(
    page.getByText(/^(This component holds|These \d+ components hold) \d+% of the findings\.$/),
  ).toBeVisible();
  await inspect(page, `${audit}/components`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await inspect(page, new URL(page.url()).pathname + new URL(page.url()).search);
  await page.locator("main nav a[href*='/websites/']").first().click();
  await expect(page.getByRole("img", { name: /^Accessibility score over 2 audits/ })).toBeVisible();
  await page.getByRole("button", { name: "The trend as a table" }).click();
  await expect(page.getByRole("table", { name: "Completed audits, oldest first" }).getByRole("row")).toHaveCount(3);
  expect(await runAxe(page)).toEqual([]);
});
