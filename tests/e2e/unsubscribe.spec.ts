import { digestTo } from "./support/digest-link";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";

test("a reader unsubscribes from digests with the link in the email and a button on the page, and resubscribes @long", async ({
  page,
  app,
}) => {
  const to = "reader-of-digests@example.org";
  const link = await digestTo(app, to);
  await inspect(page, link);
  await expect(page.getByText(`Digests are sent to ${to}`)).toBeVisible();
  const stop = page.getByRole("button", { name: "Unsubscribe from digests" });
  await tabTo(page, stop);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Digests are no longer sent to ${to}`)).toBeVisible();
  await expect(page.locator("[data-announcer]")).toHaveText(
    "You've unsubscribed. We won't send any more digests to this email address.",
  );
  await inspect(page, link);
  await expect(page.getByText(`Digests are no longer sent to ${to}`)).toBeVisible();
  await page.getByRole("button", { name: "Resubscribe to digests" }).click();
  await expect(stop).toBeVisible();
});

test("an email client's one-click POST unsubscribes from digests @long", async ({ page, app }) => {
  const to = "one-click@example.org";
  const link = await digestTo(app, to);
  const oneClick = app.url + link.replace("/unsubscribe", "/api/v1/unsubscribe/one-click");
  const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  const reply = await fetch(oneClick, { method: "POST", body, redirect: "manual" });
  expect(reply.status).toBe(204);
  await page.goto(oneClick);
  expect(page.url()).toContain(link);
  await expect(page.getByText(`Digests are no longer sent to ${to}`)).toBeVisible();
});

test("an incomplete link shows an error @long", async ({ page }) => {
  for (const path of ["/unsubscribe", "/unsubscribe?token=x"]) {
    await page.goto(path);
    await expect(page.getByText("This link is incomplete.")).toBeVisible();
  }
});
