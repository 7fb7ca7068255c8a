import { redirectTo, serveSite, soundPage, type TestSite } from "../support/scanner/serve-site";
import { runAxe } from "./support/axe";
import { expect, startScan, test as walk } from "./support/walk";

const loginForm = `<!doctype html><html lang="en"><head><title>Sign in</title></head><body><h1>Sign in</h1>
  <form><label>Email <input type="email"></label> <label>Password <input type="password"></label>
  <button>Sign in</button></form></body></html>`;

const test = walk.extend<object, { site: TestSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern as the first parameter.
    async ({}, use) => {
      const site = await serveSite(() => ({
        "/": soundPage('<p><a href="/members">Members</a> <a href="/archive">Archive</a> <a href="/old">Old</a></p>'),
        "/members": redirectTo("/signin"),
        "/archive": redirectTo("/signin"),
        "/signin": loginForm,
        "/old": (_request, response) => response.writeHead(500, { "content-type": "text/html" }).end("<p>Error</p>"),
      }));
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

test("the overview says why pages weren't scanned and what to do, and each page gives its own reason @long", async ({
  signedIn: page,
  site,
}) => {
  await startScan(page, site.origin, 4);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByText("3 pages weren't scanned")).toBeVisible();
  const notice = page.getByRole("region", { name: "Pages that weren't scanned" });
  await expect(notice.getByRole("listitem")).toHaveText([
    "2 need a sign-in. Set up a sign-in for the website, enter URLs of public pages, or exclude these URLs in the website's settings.",
    "1 couldn't be loaded or checked. Open each page in the list of pages to see the reason.",
  ]);
  expect(await runAxe(page)).toEqual([]);
  await notice.getByRole("link", { name: "See all pages in this audit" }).click();
  const row = page.getByRole("row", { name: /members/ });
  await expect(row).toContainText("Not scanned");
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 2, name: "This page wasn't scanned" })).toBeVisible();
  await expect(page.getByText(/^The URL redirects to a login page/)).toBeVisible();
});
