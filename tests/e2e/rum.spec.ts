import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { runAxe } from "./support/axe";
import { expect, test } from "./support/walk";

const html = (snippet: string): string => `<!doctype html><html lang="en"><head><title>Shop</title>${snippet}</head>
<body><h1>Shop</h1><button onclick="this.textContent='Added'">Add to the basket</button></body></html>`;

/** A customer's site on loopback. */
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

/** Somebody who opens a page, presses a button and leaves; answers what the page sent us. */
const visit = async (context: BrowserContext, url: string) => {
  const page = await context.newPage();
  const sent: { body: string | null; cookie: string | undefined }[] = [];
  page.on("request", async (request) => {
    if (request.url().endsWith("/api/rum/"))
      sent.push({ body: request.postData(), cookie: (await request.allHeaders())["cookie"] });
  });
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("button", { name: "Add to the basket" }).click();
  await expect(page.getByRole("button", { name: "Added" })).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.goto("about:blank");
  const kept = await context.storageState();
  await page.close();
  return { sent, kept };
};

test("a visit is measured without a trace in the browser, and one that asks not to be is left alone [#77]", async ({
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
  await page.goto("/service/visits");
  await expect(page.getByLabel(/^Where your pages are/)).toHaveValue(shop.url);
  await page.getByRole("button", { name: "Start measuring" }).click();
  await expect(page.getByRole("heading", { name: "No visit was measured in these days" })).toBeVisible();
  shop.wear((await page.locator("figure code").textContent()) ?? "");

  for (const ask of ["doNotTrack", "globalPrivacyControl"] as const) {
    const quiet = await browser.newContext();
    await quiet.addInitScript((name) => {
      Object.defineProperty(Navigator.prototype, name, { get: () => (name === "doNotTrack" ? "1" : true) });
    }, ask);
    expect((await visit(quiet, `${shop.url}/quiet`)).sent, ask).toEqual([]);
    await quiet.close();
  }

  const visitor = await browser.newContext({ reducedMotion: "reduce" });
  const { sent, kept } = await visit(visitor, `${shop.url}/basket?card=4111#pay`);
  await visitor.close();
  expect(kept).toEqual({ cookies: [], origins: [] });
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.map(({ cookie }) => cookie)).toEqual(sent.map(() => undefined));
  const body = JSON.parse(sent[0]?.body ?? "{}");
  expect(body).toMatchObject({ page: "/basket", device: "desktop", navigation_type: "navigate", reduced_motion: true });
  for (const metric of ["lcp_ms", "fcp_ms", "ttfb_ms", "cls"]) expect(body[metric], metric).toBeGreaterThanOrEqual(0);

  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { name: "At the 75th percentile" })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole("listitem").filter({ hasText: "Main content shown" })).toContainText("Good");
  await expect(page.getByText("100% with reduced motion")).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Only /basket" })).toBeVisible();
  await page.getByRole("button", { name: "The days as a table" }).click();
  expect(await runAxe(page)).toEqual([]);
  shop.close();
});
