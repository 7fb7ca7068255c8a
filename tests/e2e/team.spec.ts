import type { Locator, Page } from "@playwright/test";
import { readEmails } from "../support/app/api-user";
import type { RunningApp } from "../support/app/running-app";
import { runAxe } from "./support/axe";
import { expect, expectFocusOnHeading, tabTo, test } from "./support/walk";

const invitationTo = async (app: RunningApp, email: string): Promise<string> => {
  let path = "";
  await expect
    .poll(async () => {
      const emails = (await readEmails(app)).filter(({ to }) => to === email);
      path = emails.map(({ text }) => /\/accept-invite\?token=[\w-]+/.exec(text)?.[0] ?? "").find(Boolean) ?? "";
      return path;
    })
    .not.toBe("");
  return path;
};

/** Moves through an open list to one of its entries and selects it. */
const takeByKeyboard = async (page: Page, entry: Locator) => {
  await expect(entry).toBeVisible();
  for (let steps = 0; steps < 8; steps += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press(steps === 0 ? "Home" : "ArrowDown");
  }
  await expect(entry).toBeFocused();
  await page.keyboard.press("Enter");
};

/** Chooses an option in a pop-up list, as a keyboard user does. */
const chooseByKeyboard = async (page: Page, field: RegExp, option: RegExp) => {
  await tabTo(page, page.getByRole("button", { name: field }));
  await page.keyboard.press("Enter");
  await takeByKeyboard(page, page.getByRole("option", { name: option }));
};

test("an owner invites a person, changes their role, undoes the change and removes them, all by keyboard [#63] [#109] @long", async ({
  signedIn: page,
  app,
  browser,
}) => {
  const email = `newcomer-${Date.now()}@example.org`;
  await page.goto("/service/team");
  await tabTo(page, page.getByLabel("Email address"));
  await page.keyboard.type(email);
  await chooseByKeyboard(page, /^Member Role|^Role/, /^Viewer/);
  await tabTo(page, page.getByRole("button", { name: "Send invitation" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Invitation sent to ${email}.`).first()).toBeVisible();
  await expect(page.getByRole("rowheader", { name: email })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);

  const context = await browser.newContext({ baseURL: app.url });
  const newcomer = await context.newPage();
  await newcomer.goto(await invitationTo(app, email));
  await newcomer.getByLabel("Name").fill("Grace");
  await newcomer.getByLabel("Password", { exact: true }).fill("seven walrus lamps at noon");
  await newcomer.getByRole("button", { name: "Create account and join" }).press("Enter");
  await expect(newcomer).toHaveURL(/\/accessibility/);
  await expect(newcomer.getByText("Owners, admins and members can add websites.")).toBeVisible();
  await expect(newcomer.getByRole("link", { name: "New audit", exact: true })).toHaveCount(0);
  await newcomer.goto("/service/team");
  await expect(newcomer.getByRole("row", { name: /Grace \(You\)/ })).toContainText("Viewer");
  await expect(newcomer.getByRole("button", { name: "Send invitation" })).toHaveCount(0);

  await page.reload();
  await chooseByKeyboard(page, /Role of Grace/, /^Admin/);
  await expect(page.getByText("Grace's role is now Admin.").first()).toBeVisible();
  await newcomer.reload();
  await expect(newcomer.getByRole("button", { name: "Send invitation" })).toBeVisible();
  await page.keyboard.press("F6");
  await tabTo(page, page.getByRole("button", { name: "Undo" }));
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Change undone.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /Role of Grace/ })).toContainText("Viewer");

  await tabTo(page, page.getByRole("button", { name: "Remove Grace" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Remove Grace?" });
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Remove Grace" })).toBeFocused();
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByRole("button", { name: "Remove Grace" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("Grace was removed.").first()).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /Grace/ })).toHaveCount(0);
  await newcomer.reload();
  await expect(newcomer.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await context.close();

  await page.goto("/service/audit-log");
  await expect(page.getByRole("rowheader", { name: "Ada removed a member" })).toBeVisible();
  await chooseByKeyboard(page, /Category$/, /^Audits/);
  await expect(page.getByText("No entries match these filters.")).toBeVisible();
  await expect(page).toHaveURL(/about=audit/);
});

test("an invitation can be resent at most once a minute, and can be revoked [#63] @long", async ({
  signedIn: page,
}) => {
  const email = `waiting-${Date.now()}@example.org`;
  await page.goto("/service/team");
  // The layout no longer shifts, because both lists have loaded.
  await expect(page.getByText("No pending invitations.")).toBeVisible();
  await page.getByLabel("Email address").fill("nobody");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByRole("button", { name: `Resend the invitation to ${email}` }).press("Enter");
  await expect(page.getByText(/has just been sent\. Try again in \d+ seconds/).first()).toBeVisible();
  await page.getByRole("button", { name: `Revoke the invitation to ${email}` }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText("No pending invitations.")).toBeVisible();
  await expectFocusOnHeading(page);
});

test("a user adds, switches between and deletes organisations without a mouse [#64] [#75] @long", async ({
  signedIn: page,
}) => {
  await page.goto("/service");
  await tabTo(page, page.getByRole("button", { name: "Create organisation" }));
  await page.keyboard.press("Enter");
  await page.keyboard.type("Harbour Books");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("rowheader", { name: "Harbour Books" })).toBeVisible();

  await page.goto("/accessibility");
  const switcher = page.getByRole("button", { name: /^Organisation: / });
  await tabTo(page, switcher);
  await page.keyboard.press("Enter");
  const entry = page.getByRole("menuitemradio", { name: "Harbour Books" });
  await expect(entry).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await takeByKeyboard(page, entry);
  await expect(page.getByRole("button", { name: "Organisation: Harbour Books. Switch organisation" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "No websites yet" })).toBeVisible();

  await page.goto("/service/settings");
  await page.getByRole("button", { name: "Delete Harbour Books" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Harbour Books?" });
  await dialog.getByLabel("Type Harbour Books to confirm").fill("harbour books");
  await dialog.getByRole("button", { name: "Delete Harbour Books" }).click();
  await expect(dialog.getByRole("alert")).toBeFocused();
  await dialog.getByLabel("Type Harbour Books to confirm").fill("Harbour Books");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/service$/);
  await expect(page.getByRole("button", { name: /^Organisation: (?!Harbour Books)/ })).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});

test("checks the accent colour as the user types, and shows a preview of the report's header [#63] @long", async ({
  signedIn: page,
}) => {
  await page.goto("/service/settings");
  await page.getByLabel("Name on reports").fill("Harbour Books");
  await page.getByLabel(/^Accent colour/).fill("#ffcc00");
  await expect(page.getByText("Contrast against white: 1.51:1. Text needs at least 4.5:1.")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).last().click();
  await expect(page.getByRole("form", { name: "Report branding" }).getByRole("alert")).toBeFocused();
  await page.getByRole("button", { name: "Use #907300, the nearest shade with enough contrast" }).click();
  await expect(page.getByText("Contrast against white: 4.52:1. Text in this colour is readable.")).toBeVisible();
  await expect(page.getByRole("figure", { name: "Report preview" })).toContainText("prepared by Harbour Books");
  await page.getByRole("button", { name: "Save changes" }).last().click();
  await expect(page.getByText("Report branding saved.").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/^Accent colour/)).toHaveValue("#907300");
  expect(await runAxe(page)).toEqual([]);
});
