import type { Page } from "@playwright/test";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, expectFocusOnHeading, test } from "./support/walk";

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

test("the form describes a schedule as the user types, and the user adds, pauses, changes and deletes the schedule [#78] @long", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  const website = await addWebsite(page, shop.url, "The shop");
  await expect(page.getByRole("heading", { level: 2, name: "No schedules yet" })).toBeVisible();
  await page.goto(`/accessibility/websites/${website}/settings`);
  await page.getByRole("link", { name: "Add schedule" }).click();
  await expect(page.getByRole("combobox", { name: "Website" })).toHaveValue("The shop");
  const next = page.getByRole("region", { name: "Next runs" });
  await expect(next.getByRole("listitem")).toHaveCount(5);
  await page.getByRole("radio", { name: "Custom (cron expression)" }).check({ force: true });
  await page.getByRole("button", { name: "Add schedule" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByRole("textbox", { name: "Cron expression" }).fill("*/5 3 * * *");
  await expect(next).toContainText("at least 15 minutes apart");
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Cron expression" }).fill("30 3 * * 1-5");
  await expect(page.getByText("At 03:30, Monday to Friday")).toBeVisible();
  const zone = page.getByRole("combobox", { name: "Time zone" });
  // Hovering scrolls the field into view. Scrolling once the list is open would close the list.
  await zone.hover();
  await zone.fill("lord howe");
  await page.getByRole("option", { name: "Australia/Lord Howe" }).click();
  await expect(next).toContainText("In Australia/Lord_Howe time");
  await expect(next.getByRole("listitem")).toHaveText(Array(5).fill(/ at 03:30/));
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("button", { name: "Add schedule" }).click();

  const row = page.getByRole("row", { name: /The shop/ });
  await expect(row).toContainText("At 03:30, Monday to Friday");
  await expect(row).toContainText("Australia/Lord_Howe time");
  await row.getByRole("button", { name: "Pause schedule for The shop" }).click();
  await expect(row).toContainText("Paused");
  await row.getByRole("link", { name: "Open schedule for The shop" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Schedule for The shop");
  await inspect(page, new URL(page.url()).pathname);
  await page.getByRole("button", { name: "Resume schedule for The shop" }).click();
  await expect(page.getByRole("button", { name: "Pause schedule for The shop" })).toBeVisible();
  await page.getByRole("radio", { name: "Every month" }).check({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("On the 1st of every month at 03:00")).toBeVisible();

  await page.getByRole("button", { name: "Delete schedule for The shop" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete the schedule for The shop?" });
  expect(await runAxe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete schedule", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: "No schedules yet" })).toBeVisible();
  await expectFocusOnHeading(page);
});
