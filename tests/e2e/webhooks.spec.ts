import { startReceiver, verify } from "../support/webhook-receiver";
import { runAxe } from "./support/axe";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";

test("a webhook is added, tested, told its secret once, sent to again, switched off and removed, by keyboard", async ({
  signedIn: page,
}) => {
  test.slow();
  const receiver = await startReceiver({ status: 500, body: "try later" });
  const press = async (name: string) => {
    await tabTo(page, page.getByRole("button", { name, exact: true }));
    await page.keyboard.press("Enter");
  };
  await page.goto("/service/webhooks");
  await expect(page.getByRole("heading", { name: "No webhook yet" })).toBeVisible();
  await press("Add a webhook");
  await expect(page.getByRole("form").getByRole("alert")).toBeFocused();
  expect(await runAxe(page)).toEqual([]);
  await tabTo(page, page.getByRole("textbox", { name: "Address" }));
  await page.keyboard.type(receiver.url);
  await tabTo(page, page.getByRole("checkbox", { name: "A scan is complete" }));
  await page.keyboard.press("Space");
  await press("Add a webhook");
  const dialog = page.getByRole("alertdialog", { name: "The secret of this webhook" });
  const secret = (await dialog.locator("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  expect(await runAxe(page)).toEqual([]);
  await press("I have copied it");
  await expect(dialog).toHaveCount(0);

  await tabTo(page, page.getByRole("link", { name: receiver.url }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new URL(receiver.url).host);
  await press("Send a test");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A test");
  await expect(page.getByRole("status").filter({ hasText: "Failed" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "try later" })).toBeVisible();
  await press("Send again");
  await expect(page.getByRole("status").filter({ hasText: "Arrived" })).toBeVisible();
  const [first, second] = receiver.received;
  if (!first || !second) throw new Error("Nothing came.");
  for (const one of [first, second]) expect(verify(secret, one)).toMatchObject({ type: "webhook.test" });
  expect(second.id).toBe(first.id);
  const message = new URL(page.url()).pathname;
  const webhook = message.replace(/\/[^/]+$/, "");
  for (const path of [message, webhook, "/service/webhooks"]) await inspect(page, path);

  await page.goto(webhook);
  await expect(page.locator("main")).not.toContainText(secret);
  await press("Switch off");
  await expect(page.getByText("This webhook is switched off.")).toBeVisible();
  await press("Remove");
  await expect(page.getByRole("alertdialog", { name: "Remove this webhook?" })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No webhook yet" })).toBeVisible();
  receiver.stop();
});
