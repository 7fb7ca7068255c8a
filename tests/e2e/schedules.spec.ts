import type { Page } from "@playwright/test";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, test } from "./support/walk";

/** Answers its id. */
const addWebsite = async (page: Page, url: string, name: string): Promise<string> => {
  await page.goto("/service/schedules");
  const added = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json" };
      const reply = await fetch("/api/websites/", { method: "POST", headers, body: JSON.stringify(body) });
      return (await reply.json()).data?.id;
    },
    { url, name },
  );
  expect(added).toMatch(/^[0-9a-f-]{36}$/);
  return added;
};

test("a schedule is added, read out while one types, paused, changed and removed [#78]", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  const website = await addWebsite(page, shop.url, "The shop");
  await expect(page.getByRole("heading", { level: 2, name: "Nothing is scanned by schedule yet" })).toBeVisible();
  await page.goto(`/accessibility/websites/${website}/settings`);
  await page.getByRole("link", { name: "Add a schedule" }).click();
  await expect(page.getByRole("combobox", { name: "Website" })).toHaveValue("The shop");
  const next = page.getByRole("region", { name: "The next scans" });
  await expect(next.getByRole("listitem")).toHaveCount(5);
  await page.getByRole("radio", { name: "Other times, by a cron line" }).check({ force: true });
  await page.getByRole("button", { name: "Add a schedule" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByRole("textbox", { name: "Cron line" }).fill("*/5 3 * * *");
  await expect(next).toContainText("at least 15 minutes apart");
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Cron line" }).fill("30 3 * * 1-5");
  await expect(page.getByText("At 03:30, on Monday to Friday")).toBeVisible();
  const zone = page.getByRole("combobox", { name: "Time zone" });
  // Brings it into view first: a page that scrolls closes the list.
  await zone.hover();
  await zone.fill("lord howe");
  await page.getByRole("option", { name: "Australia/Lord Howe" }).click();
  await expect(next).toContainText("In Australia/Lord_Howe time");
  await expect(next.getByRole("listitem")).toHaveText(Array(5).fill(/ at 03:30/));
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("button", { name: "Add a schedule" }).click();

  const row = page.getByRole("row", { name: /The shop/ });
  await expect(row).toContainText("At 03:30, on Monday to Friday");
  await expect(row).toContainText("Australia/Lord_Howe time");
  await row.getByRole("button", { name: "Pause the schedule of The shop" }).click();
  await expect(row).toContainText("Paused");
  await row.getByRole("link", { name: "Open the schedule of The shop" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Schedule of The shop");
  await inspect(page, new URL(page.url()).pathname);
  await page.getByRole("button", { name: "Resume the schedule of The shop" }).click();
  await expect(page.getByRole("button", { name: "Pause the schedule of The shop" })).toBeVisible();
  await page.getByRole("radio", { name: "Every month" }).check({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("On the 1st of every month at 03:00")).toBeVisible();

  await page.getByRole("button", { name: "Remove the schedule of The shop" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove the schedule of The shop?" });
  expect(await runAxe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Nothing is scanned by schedule yet" })).toBeVisible();
});
