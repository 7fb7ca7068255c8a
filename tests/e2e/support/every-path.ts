import type { Page } from "@playwright/test";
import { listFiles } from "@/scripts/support/list-files";
import { root } from "@/scripts/support/root";
import type { ApiUser } from "../../support/app/api-user";
import type { RunningApp } from "../../support/app/running-app";
import { digestTo } from "./digest-link";
import { outboxOf } from "./walk";
import { findInEmail } from "./walk-account";

/** Returns the route of every `page.tsx`, such as `/service/monitors/[monitor_id]`. */
export const listPageRoutes = (): string[] =>
  listFiles(root, "app")
    .filter((file) => file.endsWith("/page.tsx"))
    .map(
      (file) =>
        file
          .replace(/^app/, "")
          .replaceAll(/\/\([^)]*\)/g, "")
          .replace(/\/page\.tsx$/, "") || "/",
    );

/** Ids and paths that can't be derived from the routes. */
export interface PathParts {
  audit: string;
  website: string;
  rule: string;
  page: string;
  document: string;
  schedule: string;
  monitor: string;
  webhook: string;
  delivery: string;
  /** Path and key of the email preview. */
  outbox: string;
  email: string;
  invitation: string;
  reset: string;
  digest: string;
}

/** Has the form of a token, but no link contains it. */
const unknownToken = "x".repeat(43);

const publicPaths = ({ outbox, email, invitation, reset, digest }: PathParts): Record<string, readonly string[]> => ({
  "/": ["/"],
  "/accept-invite": [invitation, "/accept-invite?token=x"],
  "/confirm-email": ["/confirm-email", `/confirm-email?token=${unknownToken}`],
  "/forgot-password": ["/forgot-password"],
  "/link-account": [`/link-account?token=${unknownToken}`],
  "/outbox": ["/outbox", outbox],
  // Opening the path above exchanges its key for a cookie, which this path requires.
  "/outbox/[id]": [email],
  "/reset-password": ["/reset-password", reset],
  "/secure-account": ["/secure-account", `/secure-account?token=${unknownToken}`],
  "/sign-in": ["/sign-in"],
  "/sign-up": ["/sign-up"],
  "/unsubscribe": ["/unsubscribe", digest],
  "/verify-email": ["/verify-email?email=ada@example.org", "/verify-email?token=x"],
});

const accessibilityPaths = (parts: PathParts): Record<string, readonly string[]> => {
  const { audit, website, rule, page, document } = parts;
  const auditRoute = "/accessibility/audits/[audit_id]";
  const sections = ["", "/changes", "/components", "/criteria", "/documents", "/other-scores", "/pages", "/rules"];
  return {
    "/accessibility": ["/accessibility"],
    "/accessibility/[...rest]": ["/accessibility/nowhere"],
    "/accessibility/account": ["/accessibility/account"],
    "/accessibility/websites/new": ["/accessibility/websites/new"],
    "/accessibility/websites/[website_id]": [website],
    "/accessibility/websites/[website_id]/settings": [`${website}/settings`],
    ...Object.fromEntries(sections.map((section) => [`${auditRoute}${section}`, [`${audit}${section}`]])),
    [`${auditRoute}/documents/[document_id]`]: [document],
    [`${auditRoute}/pages/[page_id]`]: [page],
    [`${auditRoute}/rules/[rule_id]`]: [rule],
  };
};

const servicePaths = ({ schedule, monitor, webhook, delivery }: PathParts): Record<string, readonly string[]> => {
  const areas = ["", "/audit-log", "/billing", "/monitors", "/monitors/new", "/real-users", "/schedules"];
  const others = ["/schedules/new", "/search", "/settings", "/team", "/webhooks"];
  return {
    ...Object.fromEntries([...areas, ...others].map((area) => [`/service${area}`, [`/service${area}`]])),
    "/service/[...rest]": ["/service/nowhere"],
    "/service/monitors/[monitor_id]": [monitor],
    "/service/monitors/[monitor_id]/settings": [`${monitor}/settings`],
    "/service/schedules/[schedule_id]": [schedule],
    "/service/webhooks/[webhook_id]": [webhook],
    "/service/webhooks/[webhook_id]/[delivery_id]": [delivery],
  };
};

/** Returns the paths to open for each route. */
export const pathsByRoute = (parts: PathParts): Record<string, readonly string[]> => ({
  ...publicPaths(parts),
  ...accessibilityPaths(parts),
  ...servicePaths(parts),
});

const create = async (user: ApiUser, path: string, body: unknown) => {
  const { status, data, error } = await user.call("POST", path, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(error)}`);
  return data;
};

const addToService = async (user: ApiUser, url: string, website_id: string) => {
  const schedule = await create(user, "/api/schedules/", {
    website_id,
    frequency: "daily",
    time_zone: "Europe/Berlin",
  });
  const monitor = await create(user, "/api/monitors/", { name: "Shop", url });
  const webhook = await create(user, "/api/webhooks/", { url: `${url}/hooks`, events: ["scan.completed"] });
  await create(user, `/api/webhooks/${webhook.id}/test/`, {});
  const { data: deliveries } = await user.call("GET", `/api/webhooks/${webhook.id}/deliveries/`);
  return {
    schedule: `/service/schedules/${schedule.id}`,
    monitor: `/service/monitors/${monitor.id}`,
    webhook: `/service/webhooks/${webhook.id}`,
    delivery: `/service/webhooks/${webhook.id}/${deliveries[0].id}`,
  };
};

const readLinks = async (app: RunningApp, user: ApiUser) => {
  const guest = "guest-of-every-path@example.org";
  await create(user, "/api/user/invite-user/", { email: guest, role: "viewer" });
  await create(user, "/api/auth/forgot-password", { email: user.email });
  return {
    invitation: await findInEmail(app, guest, /\/accept-invite\?token=[\w-]+/),
    reset: await findInEmail(app, user.email, /\/reset-password\?token=[\w-]+/),
    digest: await digestTo(app, "digests-of-every-path@example.org"),
  };
};

/** Creates what the paths need, apart from the audit, and finds the paths of the audit's results. */
export const preparePaths = async (
  page: Page,
  { app, user, url, audit }: { app: RunningApp; user: ApiUser; url: string; audit: string },
): Promise<PathParts> => {
  const hrefOf = async (path: string, selector = "main tbody a"): Promise<string> => {
    await page.goto(path);
    return (await page.locator(selector).first().getAttribute("href")) ?? "";
  };
  const outbox = outboxOf(app);
  const { data } = await user.call("GET", `/api/website-audit/${audit.split("/").pop()}/`);
  return {
    audit,
    website: `/accessibility/websites/${data.website_id}`,
    rule: await hrefOf(`${audit}/rules`),
    page: await hrefOf(`${audit}/pages`),
    document: await hrefOf(`${audit}/documents`),
    ...(await addToService(user, url, data.website_id)),
    ...(await readLinks(app, user)),
    outbox,
    email: await hrefOf(outbox, "main tbody a[href^='/outbox/']"),
  };
};
