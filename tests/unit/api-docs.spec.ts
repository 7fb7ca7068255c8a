import "@/tests/support/environment";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { listRoutes } from "@/server/endpoint/routes";
import { appRouter } from "@/server/router";

/** The endpoints named in the interface documents and their contract, ignoring the names of path parameters. */
const named = `
POST /api/auth/login · POST /api/auth/refresh · POST /api/auth/logout · POST /api/auth/forgot-password
POST /api/auth/reset-password · POST /api/user/ · POST /api/user/verify-email/ · POST /api/user/verify-email-otp/
POST /api/user/verify-email-link/ · POST /api/user/invite-user/ · POST /api/user/accept-invite/
GET /api/user/me/ · PATCH /api/user/me/ · DELETE /api/user/me/ · GET /api/user/me/sessions/
DELETE /api/user/me/sessions/ · POST /api/user/me/password/ · POST /api/user/me/export/
GET /api/organisations/ · POST /api/organisations/ · GET /api/organisations/{} · PATCH /api/organisations/{}
DELETE /api/organisations/{} · GET /api/organisations/{}/members/ · GET /api/organisations/{}/invites/
GET /api/organisations/{}/branding/ · PATCH /api/organisations/{}/branding/ · POST /api/organisations/{}/activate/
GET /api/websites/ · POST /api/websites/ · GET /api/websites/{} · PATCH /api/websites/{} · DELETE /api/websites/{}
POST /api/website-audit/ · GET /api/website-audit/latest-audit-status/ · GET /api/website-audit/
GET /api/website-audit/{} · POST /api/website-audit/{}/cancel/ · POST /api/website-audit/{}/callback/
GET /api/results/ · GET /api/results/{}/pages/ · GET /api/results/{}/pages/{} · GET /api/results/{}/issues/
GET /api/results/{}/criteria/ · GET /api/results/{}/diff/ · GET /api/results/{}/export/ · PATCH /api/issues/{}
GET /api/report/ · POST /api/report/ · POST /api/solutions/
POST /api/v1/report · GET /api/v1/report/{} · GET /api/v1/scan/report/download/{} · POST /api/v1/email
POST /api/v1/apps/accessibility/emails · GET /api/v1/email/{} · GET /api/v1/templates · POST /api/v1/embed
POST /api/v1/chat/test
`
  .split(/[·\n]/)
  .map((place) => place.trim())
  .filter((place) => place !== "");

/** Endpoints for billing, search performance and monitoring, which the interface documents name only as groups. */
const namedGroups = /^[A-Z]+ \/api\/(?:payprov|search-perf|monitors|rum|schedules)(?:\/|$)/;

const bare = (place: string): string => place.replace(/\{\w*\}/g, "{}").replace(/\/$/, "");

const declared = listRoutes(appRouter).map(({ declared: { method, path } }) => `${method} ${path}`);
const page = readFileSync(join(process.cwd(), "docs/api.md"), "utf8");
const [table = ""] = page.split("## Additional endpoints").at(1)?.split("## Design choices") ?? [];
const documented = [...table.matchAll(/^\| `([A-Z]+ [^`]+)` +\|/gm)].map(([, place]) => place);

test("every endpoint named in the interface documents exists with the method and path given there", () => {
  const there = new Set(declared.map(bare));
  expect(named.map(bare).filter((place) => !there.has(place))).toEqual([]);
});

test("docs/api.md lists every other endpoint exactly once, and nothing else", () => {
  const known = new Set(named.map(bare));
  const own = declared.filter((place) => !known.has(bare(place)) && !namedGroups.test(place));
  expect(documented.toSorted()).toEqual(own.toSorted());
});
