import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "@playwright/test";
import { GET } from "@/app/api/docs/route";
import { openApiDocument } from "@/server/http";
import { test as apiTest, expect } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { overflow, runAxe } from "../e2e/support/axe";
import { browserLaunchOptions } from "../support/browser-launch";

const toRequest = async (
  url: string,
  request: AsyncIterable<Buffer> & { method?: string | undefined; headers: object },
) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(url, { method: request.method ?? "GET", headers, ...body });
};

/** Serves the page and the API from one origin, as the app does. */
const serve = async (rest: RestHandler): Promise<Server> => {
  const server = createServer(async (incoming, outgoing) => {
    const request = await toRequest(`http://${incoming.headers.host}${incoming.url}`, incoming);
    const response = incoming.url === "/api/docs" ? await GET(request) : await rest(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};

let server: Server;
let chrome: Browser;

const test = apiTest.extend<{ page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
  page: async ({}, use) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/docs`;
    const page = await chrome.newPage();
    const wrong: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) wrong.push(message.text());
    });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== new URL(address).origin) wrong.push(request.url());
    });
    await page.goto(address);
    await use(page);
    expect(wrong).toEqual([]);
    await page.close();
  },
});

test.beforeAll(async ({ rest }) => {
  server = await serve(rest);
  chrome = await chromium.launch(await browserLaunchOptions());
});
test.afterAll(async () => {
  await chrome.close();
  server.closeAllConnections();
  server.close();
});

const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });

test("documents every endpoint of this instance, with the access it requires and its responses [#82]", async ({
  page,
}) => {
  const operations = Object.values(openApiDocument().paths).flatMap((path) => Object.values(path));
  expect(await page.locator("details.operation").count()).toBe(operations.length);
  for (const { operationId, summary } of operations)
    await expect(page.locator(`#op-${operationId} > summary`)).toContainText(summary);
  const add = page.locator("#op-websites_add");
  await add.locator("summary").click();
  for (const text of ["POST", "/api/websites/", "websites.write", "sitemap_url", "409", "rate_limited", "latest_audit"])
    await expect(add).toContainText(text);
});

test("an endpoint can be tried out on the page using only the keyboard [#82] @long", async ({ page, as }) => {
  const { access_token } = await as("owner").session();
  await page.locator("#token").fill(access_token);
  const add = page.locator("#op-websites_add");
  await add.locator("summary").focus();
  await page.keyboard.press("Enter");
  const body = add.getByLabel("JSON body");
  await expect(body).toHaveValue('{\n  "url": "https://example.org/"\n}');
  await body.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(add.getByRole("status")).toHaveText(/^201 Created in \d+ ms$/);
  const answer = add.getByRole("region", { name: /Response body/ });
  await expect(answer).toContainText('"url": "https://example.org/"');
  await expect(add.getByRole("region", { name: /Response headers/ })).toContainText("x-request-id:");

  const { id } = JSON.parse((await answer.textContent()) ?? "").data;
  const get = page.locator("#op-websites_get");
  await get.locator("summary").click();
  await get.getByLabel("id (path, required)").fill(id);
  await get.getByRole("button", { name: "Send request" }).click();
  await expect(get.getByRole("region", { name: /Response body/ })).toContainText(id);

  const list = page.locator("#op-websites_list");
  await list.locator("summary").click();
  await list.getByLabel("limit (query)").fill("1");
  await list.getByRole("button", { name: "Send request" }).click();
  await expect(list.getByRole("region", { name: /Response body/ })).toContainText(id);
});

test("shows error responses verbatim", async ({ page }) => {
  const me = page.locator("#op-users_me");
  await me.locator("summary").click();
  await me.getByRole("button", { name: "Send request" }).click();
  await expect(me.getByRole("status")).toHaveText(/^401 /);
  await expect(me.getByRole("region", { name: /Response body/ })).toContainText("not_authenticated");
});

test("following a link to an endpoint expands the endpoint", async ({ page }) => {
  await page.getByRole("navigation").getByRole("link", { name: "Create a website" }).click();
  await expect(page.locator("#op-websites_add")).toHaveAttribute("open", "");
  await expect(page.locator("#op-websites_add > summary")).toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing on the fully expanded page in the ${colorScheme} theme @long`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await openAll(page);
    expect(await runAxe(page)).toEqual([]);
  });

for (const width of [320, 1_440])
  test(`the page does not scroll sideways at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openAll(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/docs-${width}.png` });
  });

test("the page can run only its own scripts", async ({ rest: _rest }) => {
  const response = await GET(new Request("http://localhost:8000/api/docs"));
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe");
  expect(policy).not.toContain("http");
});
