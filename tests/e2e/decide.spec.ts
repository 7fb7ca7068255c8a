import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, scanShop, test } from "./support/walk";

test("an issue can be ignored with a note, is then listed separately, and can be reopened @long", async ({
  page,
  audit,
}) => {
  await page.goto(`${audit}/rules`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  const decide = page.getByRole("button", { name: "Triage finding 1: Open" });
  await decide.click();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Ignore…" }).click();
  const dialog = page.getByRole("dialog", { name: "Ignore this finding" });
  await dialog.getByLabel("Note").fill("The banner goes in May");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The banner goes in May")).toBeVisible();
  const filter = page.getByRole("navigation", { name: "Filter by status" });
  await filter.getByRole("link", { name: "Ignored (1)" }).click();
  await expect(page).toHaveURL(/status=ignored/);
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("a user ignores several issues at once by keyboard, undoes this, and assigns issues to a member @long", async ({
  page,
  audit,
}) => {
  await page.goto(`${audit}/components`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  const bar = page.getByRole("group", { name: "Triage selected findings" });
  await page.getByRole("checkbox", { name: "Select finding 1", exact: true }).press("Space");
  await page.getByRole("checkbox", { name: "Select finding 2", exact: true }).press("Space");
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  expect(await runAxe(page)).toEqual([]);
  await bar.getByRole("button", { name: "Ignore…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Ignore 2 findings" });
  await dialog.getByLabel("Note").fill("Known");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByText("2 findings ignored.")).toBeVisible();
  await expect(page.getByText("Known")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Known")).toHaveCount(0);
  await bar.getByRole("button", { name: "Select all shown" }).press("Enter");
  await bar.getByRole("button", { name: "Assign…" }).press("Enter");
  const person = page.getByRole("combobox", { name: "Assignee" });
  await person.fill("ada");
  await expect(page.getByRole("option", { name: /^Ada/ })).toBeVisible();
  // The list is linked to its field by aria-controls, but axe expects it to be in a landmark.
  expect((await runAxe(page)).filter((found) => !found.startsWith("region:"))).toEqual([]);
  await person.press("ArrowDown");
  await person.press("Enter");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  await expect(page.getByText("Assigned to Ada").first()).toBeVisible();
});

test("a user creates a triage policy for a rule and undoes this, then creates another and deletes it in the website's settings @long", async ({
  page,
  audit,
}) => {
  await page.goto(`${audit}/rules`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  const create = async (reason: string) => {
    await page.getByRole("button", { name: "Triage all findings…" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Triage all findings for this rule" });
    await dialog.getByRole("button", { name: "Create policy" }).press("Enter");
    await expect(dialog.getByText("Enter a reason.").last()).toBeVisible();
    await dialog.getByLabel("Reason").fill(reason);
    await dialog.getByLabel("Until").fill("2020-01-01");
    await dialog.getByRole("button", { name: "Create policy" }).press("Enter");
    await expect(dialog.getByText("Choose today or a later day.").last()).toBeVisible();
    await dialog.getByLabel("Until").fill("2199-05-31");
    expect(await runAxe(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create policy" }).press("Enter");
    await expect(page.getByText(/^Policy created\. \d+ issues? triaged\.$/)).toBeVisible();
  };
  const policy = (reason: string) => page.getByText(`By a triage policy: ${reason}`);
  await create("The old shop closes");
  await expect(policy("The old shop closes").first()).toBeVisible();
  await expect(page.getByText(/^Until 31 May 2199/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Triage finding 1: Ignored" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(policy("The old shop closes")).toHaveCount(0);
  await create("The new shop opens in May");
  await expect(policy("The new shop opens in May").first()).toBeVisible();
  const website = await page.locator("main nav a[href*='/websites/']").first().getAttribute("href");
  await inspect(page, `${website}/settings`);
  const policies = page.getByRole("region", { name: "Triage policies" });
  await policies.getByRole("button", { name: "Delete policy: The new shop opens in May" }).press("Enter");
  const confirmation = page.getByRole("alertdialog", { name: "Delete this triage policy?" });
  await expect(confirmation).toContainText("reopened");
  expect(await runAxe(page)).toEqual([]);
  await confirmation.getByRole("button", { name: "Delete policy" }).press("Enter");
  await expect(page.getByText(/^Policy deleted\. \d+ issues? reopened\.$/)).toBeVisible();
  await expect(policies.getByText("No triage policies.")).toBeVisible();
});

test("a second audit shows components, changes and the trend, and the findings can be exported @long", async ({
  signedIn: page,
  shop,
}) => {
  test.slow();
  await scanShop(page, shop, 3);
  await page.locator("main nav a[href*='/websites/']").first().click();
  await page.getByRole("button", { name: "Scan again" }).click();
  await expect(page).toHaveURL(/\/audits\//);
  await expect(page.getByRole("region", { name: "Comparison" })).toContainText("Unchanged");
  const audit = new URL(page.url()).pathname;
  await page.getByRole("link", { name: /^Unchanged/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Comparison" })).toBeVisible();
  await expect(page.getByRole("article").first()).toBeVisible();
  await inspect(page, `${audit}/changes?kind=unchanged`);
  await page.goto(audit);
  await page.getByRole("button", { name: "Export findings" }).click();
  expect(await runAxe(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^SARIF/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^127\.0\.0\.1-\d{4}-\d\d-\d\d\.sarif$/);
  await page.getByRole("link", { name: "Components", exact: true }).click();
  await expect(
    page.getByText(/^(This component accounts|These \d+ components account) for \d+% of all findings\.$/),
  ).toBeVisible();
  await inspect(page, `${audit}/components`);
  await page.getByRole("rowheader").getByRole("link").first().click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await inspect(page, new URL(page.url()).pathname + new URL(page.url()).search);
  await page.locator("main nav a[href*='/websites/']").first().click();
  await expect(page.getByRole("img", { name: /^Accessibility score over 2 audits/ })).toBeVisible();
  await page.getByRole("button", { name: "Trend as a table" }).click();
  await expect(page.getByRole("table", { name: "Completed audits, oldest first" }).getByRole("row")).toHaveCount(3);
  expect(await runAxe(page)).toEqual([]);
});
