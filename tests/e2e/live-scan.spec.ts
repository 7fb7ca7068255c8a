import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./support/walk";

/**
 * Serves a start page and ten other pages, each of which is held back until the test releases it. A released page is
 * sent whenever it is requested, because the scanner may request the same page more than once.
 */
const serveSlowly = async () => {
  const waiting: { url: string; send: () => void }[] = [];
  const released = new Set<string>();
  let mayGo = 0;
  const sendSome = () => {
    for (const { url, send } of waiting.splice(0)) {
      if (!released.has(url) && released.size < mayGo) released.add(url);
      if (released.has(url)) send();
      else waiting.push({ url, send });
    }
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    const send = () => {
      const links = Array.from({ length: 10 }, (_, page) => `<a href="/page-${page}">Page ${page}</a>`).join(" ");
      const html = `<!doctype html><html lang="en"><title>${url}</title><h1>A page</h1>${links}<img src="data:,">`;
      response.writeHead(200, { "content-type": "text/html" }).end(html);
    };
    // Makes the scanner load one page at a time, because it gives up on a page that is held back for 30 seconds.
    if (url === "/robots.txt")
      return response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nCrawl-delay: 0.1");
    const isPage = url.startsWith("/page-");
    if (url !== "/" && !isPage) return response.writeHead(404).end();
    // The scanner also sends HEAD requests to check links. Only page loads are delayed.
    if (!isPage || request.method === "HEAD") return send();
    waiting.push({ url, send });
    sendSome();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letGo: (count = Number.POSITIVE_INFINITY) => {
      mayGo += count;
      sendSome();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

test("an audit's page shows its progress, even after a reload, and lists pages as they are scanned @long", async ({
  signedIn: page,
}) => {
  const site = await serveSlowly();
  try {
    await page.goto(`/accessibility/websites/new?url=${encodeURIComponent(site.url)}`);
    await page.getByRole("button", { name: "Start audit" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Scanning / })).toBeFocused();
    await expect(page.locator("[data-announcer]")).toHaveText("Audit started.");
    const bar = page.getByRole("progressbar", { name: "Audit progress" });
    await expect(bar).toHaveAttribute("aria-valuetext", "1 of 11 pages");
    await page.reload();
    await expect(bar).toHaveAttribute("aria-valuetext", "1 of 11 pages");
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    site.letGo();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await expect(page.locator("[data-announcer]")).toHaveText(/Audit completed/);
  } finally {
    await site.close();
  }
});

test("announces each quarter of an audit's progress once, and nothing else @long", async ({ signedIn: page }) => {
  const site = await serveSlowly();
  const spoken: string[] = [];
  await page.exposeFunction("keepSpoken", (text: string) => spoken.push(text));
  await page.addInitScript(() => {
    const { keepSpoken } = window as unknown as { keepSpoken: (text: string) => void };
    let last = "";
    new MutationObserver(() => {
      const text = document.querySelector("[data-announcer]")?.textContent ?? "";
      if (text !== last && text !== "") keepSpoken(text);
      last = text;
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  try {
    await page.goto(`/accessibility/websites/new?url=${encodeURIComponent(site.url)}`);
    await page.getByRole("button", { name: "Start audit" }).click();
    const bar = page.getByRole("progressbar", { name: "Audit progress" });
    const reach = async (done: number, more: number) => {
      site.letGo(more);
      await expect(bar).toHaveAttribute("aria-valuetext", `${done} of 11 pages`);
    };
    const announcer = page.locator("[data-announcer]");
    await expect(announcer).toHaveText("Audit started.");
    await reach(3, 2);
    await expect(announcer).toHaveText("25 per cent: 3 of 11 pages done.");
    await reach(6, 3);
    await expect(announcer).toHaveText("50 per cent: 6 of 11 pages done.");
    await reach(9, 3);
    await expect(announcer).toHaveText("75 per cent: 9 of 11 pages done.");
    await reach(10, 1);
    site.letGo();
    await expect(announcer).toHaveText(/Audit completed/);
    expect(spoken.filter((text) => text.includes("per cent"))).toEqual([
      "25 per cent: 3 of 11 pages done.",
      "50 per cent: 6 of 11 pages done.",
      "75 per cent: 9 of 11 pages done.",
    ]);
  } finally {
    await site.close();
  }
});

test("the dialog for cancelling an audit names the website, and the page then shows the audit as cancelled @long", async ({
  signedIn: page,
}) => {
  const site = await serveSlowly();
  try {
    await page.goto(`/accessibility/websites/new?url=${encodeURIComponent(site.url)}`);
    await page.getByRole("button", { name: "Start audit" }).click();
    await page.getByRole("button", { name: "Cancel audit" }).click();
    const dialog = page.getByRole("alertdialog", { name: `Cancel the audit of ${new URL(site.url).host}?` });
    await dialog.getByRole("button", { name: "Cancel audit" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "This audit was cancelled" })).toBeVisible();
    await expect(page.locator("[data-announcer]")).toHaveText("Audit cancelled.");
    await page.getByRole("button", { name: "Scan again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Scanning / })).toBeVisible();
  } finally {
    await site.close();
  }
});
