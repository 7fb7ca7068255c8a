import { registerUser } from "../support/app/api-user";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, outboxOf, test } from "./support/walk";

test("the operator reads an email's HTML, plain text and headers @long", async ({ page, app }) => {
  const { email } = await registerUser(app, "reader@example.org");
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(outboxOf(app));
  await page
    .getByRole("row", { name: email })
    .getByRole("link", { name: /^Confirm/ })
    .click();
  await expect(page.locator("main h1")).toBeFocused();
  const frame = page.getByTitle("HTML email");
  await expect(frame).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  await expect(frame.contentFrame().getByText(/^\d{6}$/)).toBeVisible();
  expect(complaints).toEqual([]);
  await inspect(page, page.url());

  await page.getByRole("tab", { name: "HTML" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tabpanel", { name: "Plain text" })).toContainText("/verify-email?token=");
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("row", { name: /^To / })).toContainText(email);
  expect(await runAxe(page)).toEqual([]);
});

test("the link in the email opens a page with a button that confirms the email address, and works only once @long", async ({
  page,
  app,
}) => {
  const email = "by-link@example.org";
  await page.goto("/sign-up");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("a kerb that comes down");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This server keeps its emails in the email preview")).toBeVisible();

  await page.goto(outboxOf(app));
  await page.getByRole("row", { name: email }).getByRole("link").first().click();
  await page.getByRole("tab", { name: "Plain text" }).click();
  const text = await page.getByRole("tabpanel", { name: "Plain text" }).textContent();
  const link = /\S+\/verify-email\?token=[\w-]+/.exec(text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("Your email address is confirmed.")).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByText("This link has been used or has expired.")).toBeVisible();
});

test("the operator's key is removed from the URL and the history at once, and no later request contains it [L10] @long", async ({
  page,
  app,
}) => {
  await page.goto("/sign-in");
  const withKey = outboxOf(app);
  const key = new URL(withKey, app.url).searchParams.get("key") ?? "";
  const later: string[] = [];
  await page.goto(withKey);
  await expect(page).toHaveURL("/outbox");
  page.on("request", (request) => later.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.reload();
  await expect(page.getByRole("table")).toBeVisible();
  expect(later.length).toBeGreaterThan(0);
  expect(later.filter((request) => request.includes(key))).toEqual([]);
  const cookie = (await page.context().cookies(`${app.url}/api`)).find(({ name }) => name.endsWith("curbcut.operator"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api" });
  expect(cookie?.value).not.toContain(key);
  await page.goBack();
  await expect(page).toHaveURL("/sign-in");
});

test("the email preview can't be opened without its key @long", async ({ page }) => {
  await page.goto("/outbox");
  await expect(page.getByText("The URL contains the key.")).toBeVisible();
  await page.goto("/outbox?key=guessed");
  await expect(page.getByText("This key is wrong.")).toBeVisible();
  await expect(page.getByRole("table")).toHaveCount(0);
});
