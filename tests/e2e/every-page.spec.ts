import type { Page } from "@playwright/test";
import { overflow, runAxe } from "./support/axe";
import { inspect, narrow } from "./support/inspect";
import { expect, outboxOf, test } from "./support/walk";

test("axe finds nothing on the pages for visitors who aren't signed in, in both themes, at 320 and 1440 px @long", async ({
  page,
  app,
}) => {
  const paths = [
    "/",
    "/sign-up",
    "/sign-in",
    "/verify-email?email=ada@example.org",
    "/verify-email?token=x",
    "/nowhere",
  ];
  for (const path of [...paths, "/outbox", outboxOf(app)]) await inspect(page, path);
});

test("axe finds nothing on the empty start page of a new account @long", async ({ signedIn: page }) => {
  await inspect(page, "/accessibility");
});

test("axe finds nothing in the app, in both themes, at 320 and 1440 px @long", async ({ page, audit }) => {
  test.slow();
  const { website, rule, firstPage } = await addressesOf(page, audit);
  const parts = ["", "/rules", "/rules?impact=needs_review", "/pages", "/criteria", "/other-scores"];
  for (const part of parts) await inspect(page, `${audit}${part}`);
  for (const path of [rule, firstPage, website, `${website}/settings`]) await inspect(page, path);
  for (const path of [
    "/accessibility",
    "/accessibility/websites/new",
    "/accessibility/account",
    "/accessibility/nowhere",
    "/service",
    "/service/team",
    "/service/schedules",
    "/service/schedules/new",
    "/service/monitors",
    "/service/monitors/new",
    "/service/real-users",
    "/service/search",
    "/service/settings",
    "/service/audit-log",
    "/service/nowhere",
  ])
    await inspect(page, path);
});

const addressesOf = async (page: Page, audit: string) => {
  const hrefOf = async (path: string, selector: string) => {
    await page.goto(path);
    return (await page.locator(selector).first().getAttribute("href")) ?? "";
  };
  return {
    website: await hrefOf(audit, "main nav a[href*='/websites/']"),
    rule: await hrefOf(`${audit}/rules`, "tbody a"),
    firstPage: await hrefOf(`${audit}/pages`, "tbody a"),
  };
};

test("if requested, Lighthouse's results are shown beside Curbcut's @long", async ({ signedIn: page, shop }) => {
  test.slow();
  await page.goto(`/accessibility/websites/new?url=${shop.url}`);
  await page.getByLabel("Maximum pages").fill("1");
  await page.getByRole("checkbox", { name: "Also run Lighthouse on the start page" }).check({ force: true });
  await page.getByRole("button", { name: "Start audit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const otherScores = `${new URL(page.url()).pathname}/other-scores`;
  await page.goto(otherScores);
  const lighthouse = page.getByRole("region", { name: "Lighthouse" });
  await expect(lighthouse).toContainText("loaded only the start page, once, emulating a desktop computer");
  await expect(lighthouse.getByRole("row", { name: /^Accessibility \d+$/ })).toBeVisible();
  await expect(lighthouse.getByRole("row", { name: /\(LCP\) [\d.]+ m?s$/ })).toBeVisible();
  await expect(lighthouse.getByRole("rowheader", { name: /^Buttons do not have an accessible name/ })).toBeVisible();
  await inspect(page, otherScores);
});

test("axe finds nothing in dialogs, error summaries and expanded sections @long", async ({ page, audit }) => {
  await page.goto(audit);
  await page.getByRole("button", { name: "How the score is calculated" }).click();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("button", { name: "Email report" }).click();
  await page.getByRole("dialog").getByLabel("Email address").fill("nobody");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize(narrow);
  await page.getByRole("button", { name: "Email report" }).click();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
