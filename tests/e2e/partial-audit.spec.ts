import type { ServerResponse } from "node:http";
import { patienceMs } from "@/scripts/test/patience";
import { type RunningApp, startApp } from "../support/app/running-app";
import { serveSite, soundPage, type TestSite } from "../support/scanner/serve-site";
import { runAxe } from "./support/axe";
import { expect, startScan, test as walk } from "./support/walk";

interface LargeSite extends TestSite {
  /** Sends the image to every page that is waiting for it; later requests for it are answered immediately. */
  sendImages(): void;
}

const linkedPages = 29;
const image = Buffer.alloc(2_000_000);

/** Serves a start page without an image, and linked pages with an image larger than the budget. */
const serveLargeSite = async (): Promise<LargeSite> => {
  const paths = Array.from({ length: linkedPages }, (_, index) => `/${index}`);
  const page = soundPage('<img src="/image.png" alt="Ten thousand boats in a harbour">');
  const send = (response: ServerResponse) => response.writeHead(200, { "content-type": "image/png" }).end(image);
  let waiting: ServerResponse[] | null = [];
  const site = await serveSite(() => ({
    "/": soundPage(paths.map((path) => `<a href="${path}">Page ${path.slice(1)}</a>`).join(" ")),
    "/image.png": (_request, response) => void (waiting ? waiting.push(response) : send(response)),
    ...Object.fromEntries(paths.map((path) => [path, page])),
  }));
  const sendImages = () => {
    waiting?.forEach(send);
    waiting = null;
  };
  return { ...site, sendImages };
};

/** The production app with a limit of one megabyte per audit. */
const test = walk.extend<object, { app: RunningApp; site: LargeSite }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      const app = await startApp({ env: { SCAN_PRIVATE_HOSTS: "127.0.0.1", AUDIT_MEGABYTES: "1" }, scans: true });
      await use(app);
      await app.stop();
    },
    { scope: "worker", timeout: 2 * patienceMs },
  ],
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      const site = await serveLargeSite();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test("an audit that exceeds its budget is shown as partial everywhere, together with its missing pages @long", async ({
  signedIn: page,
  site,
}) => {
  await startScan(page, site.origin, 1 + linkedPages);
  await expect(page.getByText(/[1-9]\d* of \d+ pages/).first()).toBeVisible();
  site.sendImages();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const notice = page.getByRole("region", { name: "Some pages weren't scanned" });
  await expect(notice).toBeVisible();
  await expect(notice).toContainText(/The audit reached its download limit\. \d+ pages? (?:is|are) missing\./);
  expect(await runAxe(page)).toEqual([]);

  await page.goto("/accessibility");
  const { host } = new URL(site.origin);
  await expect(page.getByRole("row", { name: host })).toContainText("(partial)");
  await page.getByRole("rowheader").getByRole("link", { name: host }).click();
  await expect(page.getByRole("cell", { name: "completed, partial" })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
});
