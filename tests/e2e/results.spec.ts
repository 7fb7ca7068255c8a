import { expect, test } from "./support/walk";

test("results lead from a filter to a rule to one page's elements, and sort by what is asked", async ({
  page,
  audit,
}) => {
  await page.goto(audit);
  const counts = page.getByRole("region", { name: "Elements with a problem, by harm" });
  await counts.getByRole("link", { name: /^Critical/ }).click();
  await expect(page).toHaveURL(`${audit}/rules?impact=critical`);
  const filter = page.getByRole("navigation", { name: "Show" });
  await expect(filter.getByRole("link", { name: "Critical" })).toHaveAttribute("aria-current", "true");
  const rows = page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
  await expect(rows.first()).toBeVisible();
  expect(await rows.getByText("Critical").count()).toBe(await rows.count());

  await filter.getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL(`${audit}/rules`);
  const elements = page.getByRole("columnheader", { name: "Elements" });
  await elements.getByRole("button").click();
  await expect(elements).toHaveAttribute("aria-sort", "descending");
  const numbers = (await rows.locator("td:nth-of-type(2)").allInnerTexts()).map(Number);
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));

  await page.getByRole("link", { name: "Pages", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pages" })).toBeVisible();
  await rows.filter({ hasNotText: "Not scanned" }).first().getByRole("link").click();
  await expect(page.getByText(/^Score \d+ out of 100/)).toBeVisible();
  const problem = page.getByRole("rowheader").getByRole("link").first();
  const sentence = (await problem.textContent()) ?? "";
  await problem.click();
  await expect(page.getByRole("heading", { level: 1, name: sentence })).toBeVisible();
  await expect(page.getByText(/^Only on /)).toBeVisible();
  const inPage = await page.getByRole("article").count();
  await page.getByRole("link", { name: "Show all pages" }).click();
  await expect.poll(() => page.getByRole("article").count()).toBeGreaterThan(inPage);
});

test("the criteria say what was checked and what needs a person", async ({ page, audit }) => {
  await page.goto(`${audit}/criteria`);
  await expect(page.getByRole("table", { name: "55 criteria" })).toBeVisible();
  await expect(page.getByRole("row", { name: /4\.1\.2 Name, Role, Value.*Problems found/ })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Not checked: needs a person" }).first()).toBeVisible();
});
