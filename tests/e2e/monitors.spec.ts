import { closePlaces, serve } from "../support/monitors";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";

test.afterEach(closePlaces);

test("a website is watched, goes down, is paused and removed, by keyboard where it counts [#76]", async ({
  signedIn: page,
}) => {
  const { url } = await serve((_, response) => response.writeHead(503).end());
  await page.goto("/service/monitors");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Add a monitor" }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Add a monitor" })).toBeVisible();
  await tabTo(page, page.getByLabel("Address"));
  await page.keyboard.type("no address");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByLabel("Address").fill(url);
  await page.getByLabel("Name").fill("Shop");
  await page.getByLabel("Repeat a failed check").fill("0");
  await page.getByRole("button", { name: "Add it" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Shop" })).toBeVisible();
  const now = page.getByRole("region", { name: "At the moment" });
  await expect(now).toContainText("Down", { timeout: 40_000 });
  await expect(now).toContainText("It answered 503 Service Unavailable instead of 200.");
  await page.reload();
  await expect(page.getByRole("region", { name: "Incidents" }).getByRole("row", { name: /Still down/ })).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("table", { name: "Response times by the hour" })).toBeVisible();

  await page.getByRole("button", { name: "Plan a window" }).click();
  await page.getByLabel("From").fill("2040-01-01T10:00");
  await page.getByLabel("Until").fill("2040-01-01T11:00");
  await page.getByRole("button", { name: "Plan it" }).click();
  await expect(page.getByRole("row", { name: /Planned/ })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  const { pathname } = new URL(page.url());
  for (const path of [pathname, `${pathname}/settings`, "/service/monitors"]) await inspect(page, path);

  await page.getByRole("row", { name: /Shop/ }).getByRole("link").click();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  await expect(now).toContainText("Paused");
  await page.getByRole("button", { name: "Remove", exact: true }).first().click();
  const dialog = page.getByRole("alertdialog", { name: "Remove Shop?" });
  expect(await runAxe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("heading", { name: "No website is watched yet" })).toBeVisible();
});
