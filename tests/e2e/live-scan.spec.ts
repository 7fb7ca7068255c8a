import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./support/walk";

/** A site of ten pages, each of which waits until it is let go. */
const serveSlowly = async () => {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const server = createServer((request, response) => {
    const send = () => {
      const links = Array.from({ length: 10 }, (_, page) => `<a href="/page-${page}">Page ${page}</a>`).join(" ");
      const html = `<!doctype html><html lang="en"><title>${request.url}</title><h1>A page</h1>${links}<img src="data:,">`;
      response.writeHead(200, { "content-type": "text/html" }).end(html);
    };
    const isPage = request.url?.startsWith("/page-") ?? false;
    if (request.url !== "/" && !isPage) return response.writeHead(404).end();
    return isPage && !isOpen ? waiting.push(send) : send();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letGo: () => {
      isOpen = true;
      for (const send of waiting.splice(0)) send();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

test("a scan says how far it is, survives a reload, and shows its pages as they come", async ({ signedIn: page }) => {
  const site = await serveSlowly();
  try {
    await page.goto(`/accessibility/websites/new?url=${encodeURIComponent(site.url)}`);
    await page.getByRole("button", { name: "Start the scan" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Scanning / })).toBeFocused();
    await expect(page.locator("[data-announcer]")).toHaveText("The scan has started.");
    const bar = page.getByRole("progressbar", { name: "Progress of the scan" });
    await expect(bar).toHaveAttribute("aria-valuetext", "1 of 11 pages", { timeout: 20_000 });
    await page.reload();
    await expect(bar).toHaveAttribute("aria-valuetext", "1 of 11 pages");
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    site.letGo();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible({ timeout: 60_000 });
    await expect(page.locator("[data-announcer]")).toHaveText(/The scan is complete/);
  } finally {
    await site.close();
  }
});

test("cancelling asks with the name of the site, and the website says how it ended", async ({ signedIn: page }) => {
  const site = await serveSlowly();
  try {
    await page.goto(`/accessibility/websites/new?url=${encodeURIComponent(site.url)}`);
    await page.getByRole("button", { name: "Start the scan" }).click();
    await page.getByRole("button", { name: "Cancel the scan" }).click();
    const dialog = page.getByRole("alertdialog", { name: `Cancel the scan of ${new URL(site.url).host}?` });
    await dialog.getByRole("button", { name: "Cancel the scan" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "This scan was cancelled" })).toBeVisible();
    await expect(page.locator("[data-announcer]")).toHaveText("The scan was cancelled.");
    await page.getByRole("button", { name: "Scan again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Scanning / })).toBeVisible();
  } finally {
    await site.close();
  }
});
