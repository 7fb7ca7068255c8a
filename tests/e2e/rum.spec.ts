import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Request } from "@playwright/test";
import { patienceMs } from "@/scripts/test/patience";
import { runAxe } from "./support/axe";
import { expect, expectFocusOnHeading, test } from "./support/walk";

const html = (snippet: string): string => `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head>
<body><h1>Shop</h1><button onclick="for (const end = performance.now() + 80; performance.now() < end; ); this.textContent='Added'">Add to the basket</button></body></html>`;

/** Serves a customer's website on loopback. */
const serveShop = async () => {
  let snippet = "";
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html(snippet));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wear: (line: string) => {
      snippet = line;
    },
    close: () => server.close(),
  };
};

/**
 * Opens a page, clicks a button and leaves the tab. Returns the requests that the page sent to the app, and everything
 * that the browser stored.
 */
const visit = async (context: BrowserContext, url: string, isMeasured: boolean) => {
  const page = await context.newPage();
  const requests: Request[] = [];
  const requested: string[] = [];
  page.on("request", (request) => {
    requested.push(request.url());
    if (request.method() === "POST") requests.push(request);
  });
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("button", { name: "Add to the basket" }).click();
  await expect(page.getByRole("button", { name: "Added" })).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  // Simulates what browsers report when a person switches tabs, because a test's tabs are never hidden.
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  if (isMeasured) await expect.poll(() => requests.length).toBeGreaterThan(0);
  const headers = await Promise.all(requests.map((request) => request.allHeaders()));
  const kept = await context.storageState();
  await page.close();
  expect(requested.some((address) => address.endsWith("/rum.js"))).toBe(true);
  return { bodies: requests.map((request) => request.postData()), cookies: headers.map(({ cookie }) => cookie), kept };
};

test("measures a visit without storing anything in the browser, and doesn't measure visitors who opt out [#77] @long", async ({
  signedIn: page,
  browser,
}) => {
  const shop = await serveShop();
  await page.goto("/service");
  await page.evaluate(async (url) => {
    await fetch("/api/websites/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url }),
    });
  }, `${shop.url}/`);
  await page.goto("/service/real-users");
  await expect(page.getByLabel(/^Allowed origins/)).toHaveValue(shop.url);
  await page.getByRole("button", { name: "Start measuring" }).click();
  await expect(page.getByRole("heading", { name: "No visits in this period" })).toBeVisible();
  await expectFocusOnHeading(page);
  shop.wear((await page.locator("figure code").textContent()) ?? "");

  for (const signal of ["doNotTrack", "globalPrivacyControl"] as const) {
    const quiet = await browser.newContext();
    await quiet.addInitScript((name) => {
      Object.defineProperty(Navigator.prototype, name, { get: () => (name === "doNotTrack" ? "1" : true) });
    }, signal);
    expect((await visit(quiet, `${shop.url}/quiet`, false)).bodies, signal).toEqual([]);
    await quiet.close();
  }

  const visitor = await browser.newContext({ reducedMotion: "reduce" });
  // Simulates a visitor who leaves the page before the browser is ever idle.
  await visitor.addInitScript("window.requestIdleCallback = () => 0");
  const { bodies, cookies, kept } = await visit(visitor, `${shop.url}/basket?card=4111#pay`, true);
  await visitor.close();
  expect(kept).toEqual({ cookies: [], origins: [] });
  expect(cookies).toEqual(bodies.map(() => undefined));
  const body = JSON.parse(bodies[0] ?? "{}");
  expect(body).toMatchObject({ page: "/basket", device: "desktop", navigation_type: "navigate", reduced_motion: true });
  for (const metric of ["lcp_ms", "fcp_ms", "ttfb_ms", "cls"]) expect(body[metric], metric).toBeGreaterThanOrEqual(0);
  expect(body.inp_ms).toBeGreaterThanOrEqual(80);

  await expect(async () => {
    await page.reload();
    const measured = page.getByRole("heading", { name: "75th percentile (p75)" });
    await expect(measured.or(page.getByRole("heading", { name: "No visits in this period" }))).toBeVisible();
    expect(await measured.isVisible()).toBe(true);
  }).toPass({ timeout: patienceMs });
  await expect(page.getByRole("listitem").filter({ hasText: "Largest Contentful Paint" })).toContainText("Good");
  await expect(page.getByText("100% prefer reduced motion")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Show only /basket" })).toBeVisible();
  await page.getByRole("button", { name: "Show as a table" }).click();
  expect(await runAxe(page)).toEqual([]);

  const rotate = page.getByRole("button", { name: "Rotate key" });
  const dialog = page.getByRole("alertdialog");
  await rotate.press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(rotate).toBeFocused();
  await rotate.press("Enter");
  await dialog.getByRole("button", { name: "Rotate key" }).press("Enter");
  await expect(page.getByText("The key was rotated.")).toBeVisible();
  await expect(rotate).toBeFocused();
  await page.getByRole("button", { name: "Stop measuring" }).press("Enter");
  await dialog.getByRole("button", { name: "Stop measuring" }).press("Enter");
  await expect(page.getByText(/^Visits to .* are no longer measured\.$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Start measuring" })).toBeVisible();
  shop.close();
});
