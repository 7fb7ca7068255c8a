import { registerUser } from "../support/app/api-user";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, outboxOf, test } from "./support/walk";

test("the operator reads a mail as designed, as text, and its headers", async ({ page, app }) => {
  const { email } = await registerUser(app, "reader@example.org");
  await page.goto(outboxOf(app));
  await page
    .getByRole("row", { name: email })
    .getByRole("link", { name: /^Confirm/ })
    .click();
  await expect(page.locator("main h1")).toBeFocused();
  const frame = page.getByTitle("The mail as designed");
  await expect(frame).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  await expect(frame.contentFrame().getByText(/^\d{6}$/)).toBeVisible();
  await inspect(page, page.url());

  await page.getByRole("tab", { name: "As designed" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tabpanel", { name: "Text" })).toContainText("/verify-email?token=");
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("row", { name: /^To / })).toContainText(email);
  expect(await runAxe(page)).toEqual([]);
});

test("the link in the mail confirms the address after one press", async ({ page, app }) => {
  const email = "by-link@example.org";
  await page.goto("/sign-up");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a kerb that comes down");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText("its mail is kept in the outbox")).toBeVisible();

  await page.goto(outboxOf(app));
  await page.getByRole("row", { name: email }).getByRole("link").first().click();
  await page.getByRole("tab", { name: "Text" }).click();
  const text = await page.getByRole("tabpanel", { name: "Text" }).textContent();
  const link = /\S+\/verify-email\?token=[\w-]+/.exec(text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Your address is confirmed.")).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("This link was used or has expired.")).toBeVisible();
});

test("the outbox stays shut without its key", async ({ page }) => {
  await page.goto("/outbox");
  await expect(page.getByText("It holds the key.")).toBeVisible();
  await page.goto("/outbox?key=guessed");
  await expect(page.getByText("This key doesn't open the outbox.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});
