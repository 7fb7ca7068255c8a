import type { Page } from "@playwright/test";
import type { DemoShop } from "@/demo/serve";
import { readEmails } from "../support/app/api-user";
import { anyAddress } from "../support/app/report-caller";
import type { RunningApp } from "../support/app/running-app";
import { overflow, runAxe } from "./support/axe";
import { listPageRoutes, type PathParts, pathsByRoute, preparePaths } from "./support/every-path";
import { narrow, wide } from "./support/inspect";
import { collectData, cutOffTexts, textsOutsideMessages } from "./support/translated";
import { type Audited, expect, test } from "./support/walk";

test.use({ languages: "en-GB,en-XA,ar-XB" });

const speak = (page: Page, { url }: RunningApp, language: string) =>
  page.context().addCookies([{ name: "curbcut-language", value: language, url }]);

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await expect(page.locator("main h1")).toBeVisible();
  await expect(page.locator("main [role=status][aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
};

interface Walk {
  page: Page;
  app: RunningApp;
  shop: DemoShop;
  audited: Audited;
}

let parts: PathParts | undefined;

/** Returns the paths of all pages, and of a page that doesn't exist. What the pages show is created only once. */
const listPaths = async ({ page, app, shop, audited }: Walk): Promise<string[]> => {
  parts ??= await preparePaths(page, { app, user: audited.user, url: shop.url, audit: audited.path });
  return [...Object.values(pathsByRoute(parts)).flat(), "/nowhere"];
};

/** Names and units that are the same in every language, and words that the browser or React Aria translates. */
const names =
  /\b(?:Curbcut|Google|GitHub|Microsoft|WCAG|PDF|API|CSV|JSON|SARIF|EARL|JUnit|axe|GET|HEAD|UTC|ms|kB|MB|Monday|Show suggestions)\b|127\.0\.0\.1:\d+/g;

test("the tests below open every page of both apps @long", () => {
  const anyParts = new Proxy({} as PathParts, { get: () => "/any" });
  expect(Object.keys(pathsByRoute(anyParts)).sort()).toEqual(listPageRoutes().sort());
});

test("all text in the interface comes from a catalogue, and fits when it is 40% longer @long", async ({
  page,
  app,
  shop,
  audit: _,
  audited,
}) => {
  test.slow();
  const paths = await listPaths({ page, app, shop, audited });
  await speak(page, app, "en-XA");
  const data = collectData(page);
  for (const path of paths) {
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
    const known = [...(await data())].map((value) => value.replaceAll(names, " "));
    const isData = (part: string): boolean => known.some((value) => value.includes(part));
    const partsOf = (text: string): string[] => text.replaceAll(names, " ").split(/\s*[·,]\s*/);
    const rest = (await textsOutsideMessages(page))
      .flatMap(partsOf)
      .filter((part) => /\p{L}/u.test(part) && !isData(part.trim()));
    expect.soft(rest, path).toEqual([]);
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      expect.soft(await overflow(page), `${path}, ${size.width} px`).toBeLessThanOrEqual(0);
      expect.soft(await cutOffTexts(page), `${path}, ${size.width} px`).toEqual([]);
    }
  }
});

test("right-to-left pages fit the window and cut off no text, and axe finds nothing on them @long", async ({
  page,
  app,
  shop,
  audit: _,
  audited,
}) => {
  test.slow();
  const paths = await listPaths({ page, app, shop, audited });
  await speak(page, app, "ar-XB");
  for (const path of paths) {
    await open(page, path);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    for (const size of [wide, narrow]) {
      await page.setViewportSize(size);
      expect.soft(await overflow(page), `${path}, ${size.width} px`).toBeLessThanOrEqual(0);
      expect.soft(await cutOffTexts(page), `${path}, ${size.width} px`).toEqual([]);
    }
    expect.soft(await runAxe(page), path).toEqual([]);
  }
});

test("users choose a language, and the next pages use it @long", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("Language", { exact: true }).selectOption({ value: "en-XA" });
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
  await expect(page.locator("h1")).toHaveText("[Sígñ~~ íñ~]");
  await page.goto("/sign-up");
  await expect(page.locator("h1")).toHaveText(/^\[/);
});

test("pages are in the browser's preferred language if the app offers it @long", async ({ app }) => {
  const languageFor = async (wanted: string): Promise<string | undefined> => {
    const html = await (await fetch(`${app.url}/sign-in`, { headers: { "accept-language": wanted } })).text();
    return /<html[^>]* lang="([^"]+)"/.exec(html)?.[1];
  };
  expect(await languageFor("de, ar-XB;q=0.8, en;q=0.5")).toBe("ar-XB");
  expect(await languageFor("de, en;q=0.5")).toBe("en-GB");
  expect(await languageFor("de, fr;q=0.8")).toBe("en-GB");
  expect(await languageFor(`${"x,".repeat(4_000)};;q=1`)).toBe("en-GB");
});

test("an email isn't in the language of the request that caused it, because the recipient may not have made the request @long", async ({
  app,
}) => {
  const email = "queued-in-arabic@example.org";
  const reply = await fetch(`${app.url}/api/user/`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: "curbcut-language=ar-XB", "x-forwarded-for": anyAddress() },
    body: JSON.stringify({ email, password: "seven walrus lamps", name: "Ada" }),
  });
  expect(reply.status).toBe(201);
  const waitForEmail = async () => (await readEmails(app)).find(({ to }) => to === email);
  await expect.poll(waitForEmail).toBeTruthy();
  expect((await waitForEmail())?.subject).toMatch(/^[^[\]]+$/);
});
