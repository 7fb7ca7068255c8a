import type { Page } from "@playwright/test";
import { runAxe } from "./support/axe";
import { expect, test } from "./support/walk";

/** Enough websites for more than two pages of the list. */
const many = 45;

const addMany = async (page: Page) => {
  await page.goto("/service");
  await page.evaluate(async (count) => {
    const headers = { "content-type": "application/json" };
    for (let number = 1; number <= count; number += 1) {
      const body = JSON.stringify({ url: `https://shop-${number}.example/`, name: `Shop ${number}` });
      const { status } = await fetch("/api/websites/", { method: "POST", headers, body });
      if (status !== 201) throw new Error(`Shop ${number} got the response ${status}`);
    }
  }, many);
};

test("a user picks one of many websites by typing, with the arrow keys or by clicking, and sees that website's figures @long", async ({
  signedIn: page,
}) => {
  await addMany(page);
  await page.goto("/service/real-users");
  const picker = page.getByRole("combobox", { name: "Website" });
  const options = page.getByRole("option");
  const heading = (name: string) => page.getByRole("heading", { level: 2, name: `Measure visits to ${name}` });
  await expect(picker).toHaveValue("Shop 1");
  await expect(heading("Shop 1")).toBeVisible();

  await picker.focus();
  await expect(options).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(options).toHaveCount(20);
  await expect(page.getByRole("option", { name: "Shop 1 https://shop-1.example/" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  // While the list is open, React Aria hides the rest of the page. Moving focus to that part closes the list.
  const expected = /^(region|aria-hidden-focus|page-has-heading-one):/;
  expect((await runAxe(page)).filter((found) => !expected.test(found))).toEqual([]);
  const focused = page.locator("[role=option][data-focused]");
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    await expect(focused).toContainText(`https://shop-${many}.example/`, { timeout: 50 });
  }).toPass({ intervals: [10] });
  await expect(options).toHaveCount(many);
  await expect(picker).toHaveAttribute("aria-activedescendant", (await focused.getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(heading(`Shop ${many}`)).toBeVisible();
  await expect(picker).toBeFocused();
  await expect(picker).toHaveValue(`Shop ${many}`);
  await page.reload();
  await expect(picker).toHaveValue(`Shop ${many}`);

  await picker.fill("shop-23.");
  await expect(options).toHaveText([/^Shop 23/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(heading("Shop 23")).toBeVisible();
  await expect(picker).toHaveValue("Shop 23");

  await picker.fill("nowhere");
  await expect(page.getByText("No websites match this search.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(picker).toHaveValue("Shop 23");
  await expect(options).toHaveCount(0);
  await expect(heading("Shop 23")).toBeVisible();

  await picker.click();
  await page.keyboard.type("shop 30");
  await options.filter({ hasText: "Shop 30" }).click();
  await expect(heading("Shop 30")).toBeVisible();

  await page.goto("/service/schedules/new");
  await expect(picker).toHaveValue("");
  await page.getByRole("button", { name: "Add schedule" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toContainText("Choose a website to scan.");
  await picker.fill("shop-41");
  await options.filter({ hasText: "Shop 41" }).click();
  await page.getByRole("button", { name: "Add schedule" }).click();
  await expect(page.getByRole("row", { name: /Shop 41/ })).toBeVisible();
});
