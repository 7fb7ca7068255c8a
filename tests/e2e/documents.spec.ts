import { inspect } from "./support/inspect";
import { expect, test } from "./support/walk";

test("an audit lists the PDFs that its pages link to, with their findings and the pages that link to them @long", async ({
  page,
  audit,
}) => {
  test.slow();
  await page.goto(audit);
  await page.getByRole("navigation", { name: "Audit sections" }).getByRole("link", { name: "Documents" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
  const table = page.getByRole("table", { name: "1 document" });
  await expect(table.getByRole("row", { name: /Caring for wool/ })).toContainText("1 critical");
  await inspect(page, new URL(page.url()).pathname);

  await page.getByRole("link", { name: "Caring for wool" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Caring for wool" })).toBeVisible();
  const finding = page.getByRole("row", { name: /A figure has neither alternative text nor replacement text/ });
  await expect(finding).toContainText("7.3-1");
  await expect(finding).toContainText("1.1.1");
  await inspect(page, new URL(page.url()).pathname);

  await page.getByRole("link", { name: /things for slow evenings/ }).click();
  await expect(page.getByText(/^Score \d+( to \d+)? out of 100/)).toBeVisible();
});

test("an audit states that its pages don't link to any PDFs, and a website's settings reject a maximum that is too high @long", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  await page.goto(`/accessibility/websites/new?url=${shop.url}/about.html`);
  await page.getByLabel("Maximum pages").fill("1");
  await page.getByRole("button", { name: "Start audit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const audit = new URL(page.url()).pathname;
  await page.goto(`${audit}/documents`);
  await expect(page.getByRole("heading", { level: 2, name: "No linked PDFs" })).toBeVisible();
  await inspect(page, `${audit}/documents`);

  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").last().click();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Maximum documents").fill("1001");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("alert").getByText("Enter a whole number from 0 to 1,000.").first()).toBeVisible();
});
