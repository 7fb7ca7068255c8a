import { readFileSync } from "node:fs";
import { join } from "node:path";
import { emails } from "@/emails";
import { readEmails } from "../support/app/api-user";
import type { RunningApp } from "../support/app/running-app";
import { inspect } from "./support/inspect";
import { expect, tabTo, test } from "./support/walk";

/** Returns the API key. The app creates it the first time it has to check a key. */
const serviceKeyOf = async (app: RunningApp): Promise<string> => {
  await fetch(`${app.reportUrl}/api/v1/templates`, { headers: { authorization: "Bearer wrong" } });
  return readFileSync(join(app.dataDir, "secrets/api-key"), "utf8");
};

const digestTo = async (app: RunningApp, to: string): Promise<string> => {
  const key = await serviceKeyOf(app);
  const { sample } = emails["weekly-digest"];
  const reply = await fetch(`${app.reportUrl}/api/v1/email`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ to, subject: "Your week", template: "weekly-digest", data: sample }),
  });
  expect(reply.status).toBe(202);
  const textOf = async () => (await readEmails(app).catch(() => [])).find((email) => email.to === to)?.text ?? "";
  await expect.poll(textOf).toContain("/unsubscribe?token=");
  return /\/unsubscribe\?token=[\w.-]+/.exec(await textOf())?.[0] ?? "";
};

test("a reader unsubscribes from digests by opening the email's link and pressing a button, and resubscribes", async ({
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

test("an email client's one-click POST unsubscribes from digests", async ({ page, app }) => {
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

test("an incomplete link shows an error", async ({ page }) => {
  for (const path of ["/unsubscribe", "/unsubscribe?token=x"]) {
    await page.goto(path);
    await expect(page.getByText("This link is incomplete.")).toBeVisible();
  }
});
