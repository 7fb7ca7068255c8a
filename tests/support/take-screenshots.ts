/**
 * `npx tsx tests/support/take-screenshots.ts` takes the screenshots in README.md (docs/images). They show the
 * production build with an audit of the demo shop.
 */
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { serveDemo } from "@/demo/serve";
import { ensureBuild } from "@/scripts/build/ensure-build";
import { root } from "@/scripts/support/root";
import { type ApiUser, registerUser } from "./app/api-user";
import { behindProxy } from "./app/report-caller";
import { type RunningApp, startApp } from "./app/running-app";
import { browserLaunchOptions } from "./browser-launch";

const size = { width: 1280, height: 860 };
const pages = 12;
const pollMs = 500;

const auditShop = async (user: ApiUser, url: string): Promise<string> => {
  const { data } = await user.call("POST", "/api/website-audit/", { url, options: { max_pages: pages } });
  for (;;) {
    const { data: audit } = await user.call("GET", `/api/website-audit/${data.id}/`);
    if (audit.status === "completed") return `/accessibility/audits/${data.id}`;
    if (audit.status !== "in_progress") throw new Error(`The audit ended as ${audit.status}.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

const open = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  return page;
};

const take = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: join(root, "docs", "images", `${name}.png`), animations: "disabled" });

const takeAll = async (app: RunningApp, user: ApiUser, audit: string): Promise<void> => {
  const browser = await chromium.launch(await browserLaunchOptions());
  try {
    const context = await browser.newContext({ viewport: size, locale: "en-GB", timezoneId: "UTC" });
    await context.addCookies([{ name: "next-auth.session-token", value: user.access_token, url: app.url }]);
    await take(await open(context, `${app.url}${audit}`), "overview");
    const rules = await open(context, `${app.url}${audit}/rules`);
    const rule = await rules.locator("tbody a").first().getAttribute("href");
    await take(await open(context, `${app.url}${rule}`), "finding");
  } finally {
    await browser.close();
  }
};

await ensureBuild(root, (line) => process.stdout.write(`${line}\n`));
const shop = await serveDemo();
const app = await startApp({ env: { ...behindProxy, SCAN_PRIVATE_HOSTS: "127.0.0.1" }, scans: true });
try {
  const user = await registerUser(app, "ada@example.org");
  await takeAll(app, user, await auditShop(user, shop.url));
} finally {
  await app.stop();
  await shop.close();
}
