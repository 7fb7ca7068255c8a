import { startReceiver, verify } from "../support/webhook-receiver";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";

test("a user adds a webhook, sees its secret once, sends and resends a test event, and disables and deletes the webhook, all by keyboard @long", async ({
  signedIn: page,
}) => {
  test.slow();
  const receiver = await startReceiver({ status: 500, body: "try later" });
  const press = async (name: string) => {
    await tabTo(page, page.getByRole("button", { name, exact: true }));
    await page.keyboard.press("Enter");
  };
  await page.goto("/service/webhooks");
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await press("Add webhook");
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  expect(await runAxe(page)).toEqual([]);
  await tabTo(page, page.getByRole("textbox", { name: "Endpoint URL" }));
  await page.keyboard.type(receiver.url);
  await tabTo(page, page.getByRole("checkbox", { name: "Audit completed" }));
  await page.keyboard.press("Space");
  await press("Add webhook");
  const dialog = page.getByRole("alertdialog", { name: "Copy your signing secret" });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  expect(await runAxe(page)).toEqual([]);
  await press("I've copied the secret");
  await expect(dialog).toHaveCount(0);

  await tabTo(page, page.getByRole("link", { name: receiver.url }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new URL(receiver.url).host);
  await press("Send test event");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test event");
  await expect(page.getByRole("status").filter({ hasText: "Failed" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "try later" })).toBeVisible();
  await press("Resend event");
  await expect(page.getByRole("status").filter({ hasText: "Delivered" })).toBeVisible();
  const [first, second] = receiver.received;
  if (!first || !second) throw new Error("Nothing came.");
  for (const one of [first, second]) expect(verify(secret, one)).toMatchObject({ type: "webhook.test" });
  expect(second.id).toBe(first.id);
  const message = new URL(page.url()).pathname;
  const webhook = message.replace(/\/[^/]+$/, "");
  for (const path of [message, webhook, "/service/webhooks"]) await inspect(page, path);

  await page.goto(webhook);
  await expect(page.locator("main")).not.toContainText(secret);
  await press("Disable webhook");
  await expect(page.getByText("This webhook is disabled.")).toBeVisible();
  await press("Delete webhook");
  await expect(page.getByRole("alertdialog", { name: "Delete this webhook?" })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  receiver.stop();
});
