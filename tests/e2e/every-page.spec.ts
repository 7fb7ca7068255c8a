import type { ConsoleMessage, Page } from "@playwright/test";
import { overflow, runAxe } from "./support/axe";
import { expect, scanShop, test } from "./support/walk";

const narrow = { width: 320, height: 640 };
const wide = { width: 1440, height: 900 };
const forbiddenWords = /\b(compliant|certified|simply|just)\b/i;

/** Both themes, both ends of the width, the title, the words. */
const inspect = async (page: Page, path: string) => {
  const complaints: string[] = [];
  const listen = (message: ConsoleMessage) => message.type() === "error" && complaints.push(message.text());
  page.on("console", listen);
  await page.goto(path);
  await expect(page.locator("main h1")).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
  expect.soft(await page.title(), path).toMatch(/^\S.* · Curbcut$/);
  expect.soft(await page.locator("h1").count(), path).toBe(1);
  await expect.soft(page.locator("body"), path).not.toContainText(forbiddenWords, { useInnerText: true });
  for (const colorScheme of ["light", "dark"] as const)
    for (const size of [wide, narrow]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      const where = `${path}, ${colorScheme}, ${size.width} px`;
      expect.soft(await runAxe(page), where).toEqual([]);
      expect.soft(await overflow(page), where).toBeLessThanOrEqual(0);
    }
  page.off("console", listen);
  const expected = path.includes("nowhere") ? [expect.stringContaining("404")] : [];
  expect.soft(complaints, path).toEqual(expected);
};

test("axe finds nothing before signing in, in both themes, from 320 to 1440 px", async ({ page, app }) => {
  const key = /outbox\?key=(\w+)/.exec(app.output())?.[1];
  const paths = [
    "/",
    "/sign-up",
    "/sign-in",
    "/verify-email?email=ada@example.org",
    "/verify-email?token=x",
    "/nowhere",
  ];
  for (const path of [...paths, "/outbox", `/outbox?key=${key}`]) await inspect(page, path);
});

test("axe finds nothing in the app, in both themes, from 320 to 1440 px", async ({ signedIn: page, shop }) => {
  test.slow();
  await inspect(page, "/accessibility");
  const audit = await scanShop(page, shop);
  const { website, rule, firstPage } = await addressesOf(page, audit);
  const parts = ["", "/rules", "/rules?impact=needs_review", "/pages", "/criteria", "/more"];
  for (const part of parts) await inspect(page, `${audit}${part}`);
  for (const path of [rule, firstPage, website, `${website}/settings`]) await inspect(page, path);
  for (const path of [
    "/accessibility",
    "/accessibility/websites/new",
    "/accessibility/account",
    "/accessibility/nowhere",
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

test("dialogs, error summaries and open parts hold up to axe too", async ({ signedIn: page, shop }) => {
  await scanShop(page, shop, 1);
  await page.getByRole("button", { name: "How this number is made" }).click();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("button", { name: "Mail the report" }).click();
  await page.getByRole("dialog").getByLabel("E-mail address").fill("nobody");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize(narrow);
  await page.getByRole("button", { name: "Mail the report" }).click();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
