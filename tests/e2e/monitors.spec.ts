import { closePlaces, serve } from "../support/monitors";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";

test.afterEach(closePlaces);

test("a user adds a monitor, sees it marked down, pauses it and deletes it, partly with the keyboard [#76] @long", async ({
  signedIn: page,
}) => {
  const { url } = await serve((_, response) => response.writeHead(503).end());
  await page.goto("/service/monitors");
  await tabTo(page, page.getByRole("main").getByRole("link", { name: "Add monitor" }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "New monitor" })).toBeVisible();
  await tabTo(page, page.getByLabel("URL"));
  await page.keyboard.type("no address");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByLabel("URL").fill(url);
  await page.getByLabel("Name").fill("Shop");
  await page.getByLabel("Retries").fill("0");
  await page.getByRole("button", { name: "Add monitor" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Shop" })).toBeVisible();
  const now = page.getByRole("region", { name: "Current status" });
  await expect(now).toContainText("Down");
  await expect(now).toContainText("The server returned 503 Service Unavailable instead of 200.");
  await page.reload();
  await expect(page.getByRole("region", { name: "Incidents" }).getByRole("row", { name: /Ongoing/ })).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("table", { name: "Response times by hour" })).toBeVisible();

  await page.getByRole("button", { name: "Add maintenance window" }).click();
  await page.getByRole("button", { name: "Add window" }).click();
  const problems = page.getByRole("form").getByRole("alert");
  await expect(problems).toContainText("Enter a start time.");
  await expect(problems).toContainText("Enter an end time.");
  await page.getByLabel("Starts").fill("2040-01-01T10:00");
  await page.getByLabel("Ends").fill("2040-01-01T11:00");
  await page.getByRole("button", { name: "Add window" }).click();
  await expect(page.getByRole("row", { name: /Planned/ })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  const { pathname } = new URL(page.url());
  for (const path of [pathname, `${pathname}/settings`, "/service/monitors"]) await inspect(page, path);

  await page.getByRole("row", { name: /Shop/ }).getByRole("link").click();
  await page.getByRole("button", { name: "Pause monitor" }).click();
  await expect(page.getByRole("button", { name: "Resume monitor" })).toBeVisible();
  await expect(now).toContainText("Paused");
  await page.getByRole("button", { name: "Delete monitor" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Shop?" });
  expect(await runAxe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete monitor" }).click();
  await expect(page.getByRole("heading", { name: "No monitors yet" })).toBeVisible();
});
