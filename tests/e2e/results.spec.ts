import { expect, test } from "./support/walk";

test("results can be filtered by impact, sorted by number of elements, and narrowed down to one page's elements @long", async ({
  page,
  audit,
}) => {
  await page.goto(audit);
  const counts = page.getByRole("region", { name: "Findings by impact" });
  await counts.getByRole("link", { name: /^Critical/ }).click();
  await expect(page).toHaveURL(`${audit}/rules?impact=critical`);
  const filter = page.getByRole("navigation", { name: "Filter by impact" });
  await expect(filter.getByRole("link", { name: "Critical" })).toHaveAttribute("aria-current", "true");
  const rows = page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
  await expect(rows.first()).toBeVisible();
  expect(await rows.getByText("Critical").count()).toBe(await rows.count());
  await expect(page.getByRole("table", { name: /^\d+ of \d+ rules$/ })).toBeVisible();

  await filter.getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL(`${audit}/rules`);
  await expect(page.getByRole("table", { name: /^\d+ rules$/ })).toBeVisible();
  const elements = page.getByRole("columnheader", { name: "Elements" });
  await elements.getByRole("button").click();
  await expect(elements).toHaveAttribute("aria-sort", "descending");
  const numbers = (await rows.locator("td:nth-of-type(2)").allInnerTexts()).map(Number);
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));

  await page.getByRole("link", { name: "Pages", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pages" })).toBeVisible();
  await expect(page.getByRole("table", { name: /^\d+ pages$/ })).toBeVisible();
  // Opens a page by its name, because the order of the pages varies and most rules fail on only one page.
  await page
    .getByRole("table")
    .getByRole("link", { name: /things for slow evenings/ })
    .click();
  await expect(page.getByText(/^Score \d+( to \d+)? out of 100/)).toBeVisible();
  const problem = page.getByRole("rowheader").locator("a[href*='/rules/color-contrast']");
  const sentence = (await problem.textContent()) ?? "";
  await problem.click();
  await expect(page.getByRole("heading", { level: 1, name: sentence })).toBeVisible();
  await expect(page.getByText(/^Only on /)).toBeVisible();
  const inPage = await page.getByRole("article").count();
  await page.getByRole("link", { name: "Show all pages" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBeGreaterThan(inPage);
});

test("the criteria show what was checked automatically and what a person has to check @long", async ({
  page,
  audit,
}) => {
  await page.goto(`${audit}/criteria`);
  await expect(page.getByRole("table", { name: "55 criteria" })).toBeVisible();
  await expect(page.getByText("WCAG success criteria at levels A and AA, with")).toBeVisible();
  await expect(page.getByRole("row", { name: /4\.1\.2 Name, Role, Value.*Failed/ })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Not tested: check by hand" }).first()).toBeVisible();
});
