import { buildReportData } from "@/server/domains/reports/data";
import { nameComponent } from "@/server/scanner/component";
import type { PageResult } from "@/server/scanner/contract";
import { expect, type RestClient, type SignedIn, test } from "@/tests/support/api";
import { downloadExport } from "@/tests/support/download-export";
import { startLocalScanner } from "@/tests/support/local-scanner";
import type { RestHandler } from "@/tests/support/rest-client";
import { serveSite, soundPage, type TestSite } from "@/tests/support/scanner/serve-site";
import { axeOf, deliver, pageOf, startAuditOf } from "@/tests/support/scans";

const menu = nameComponent(["header", "nav.menu"]);

let stopScanner: () => Promise<void>;
let site: TestSite;

const style = "<style>.note { color: #999 }</style>";
const notes = '<footer><p class="note">One</p><p class="note">Two</p></footer>';
const dark = '<div style="background: #222"><p class="note">On black</p></div>';

test.beforeAll(async () => {
  stopScanner = await startLocalScanner();
  site = await serveSite(() => ({
    "/": soundPage(notes, style),
    "/two": soundPage(notes, style),
    "/three": soundPage(notes + dark, style),
    "/secret": soundPage(notes, style),
    "/lone": soundPage(notes, style),
  }));
});
test.afterAll(async () => {
  await site.close();
  await stopScanner();
});

const placed = (path: string, component: string | null, selectors = [".note", ".note:last-child"]): PageResult => {
  const axe = axeOf([{ rule_id: "color-contrast", impact: "serious", failed: selectors }]);
  const nodes = axe.violations[0]?.nodes ?? [];
  if (component) for (const node of nodes) node.component = component;
  return pageOf(`${site.origin}${path}`, { axe });
};

const auditOf = async (client: SignedIn, rest: RestHandler, pages: readonly PageResult[]): Promise<string> => {
  const { id } = await startAuditOf(client, `${site.origin}/`);
  await deliver(rest, id, pages);
  return id;
};

const finding = (path = "/") => ({
  rule_id: "color-contrast",
  html: '<p class="note">One</p>',
  page_url: `${site.origin}${path}`,
  selector: ".note",
});

const requestFix = async (client: RestClient, body: object = finding(), path = "/api/solutions/component/") => {
  const reply = await client.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.data;
};

test("tries a fix on the other pages with the same component, once per audit @long", async ({ as, rest }) => {
  const owner = as("owner");
  const pages = [placed("/", menu), placed("/two", menu), placed("/three", menu), placed("/gone", menu)];
  const audit_id = await auditOf(owner, rest, [...pages, placed("/lone", null)]);
  expect(await requestFix(owner, finding(), "/api/solutions/")).toMatchObject({ verified_in: "page", component: null });
  site.hits.length = 0;
  const solved = await requestFix(owner);
  expect(solved).toMatchObject({
    cached: true,
    cleared_findings: 2,
    component: {
      audit_id,
      id: menu,
      label: "header > nav.menu",
      findings: 8,
      pages: 4,
      tried_pages: 4,
      cleared_findings: 4,
      cleared_pages: 2,
    },
  });
  expect(solved).not.toHaveProperty("change");
  const { failures } = solved.component;
  expect(failures).toHaveLength(2);
  expect(failures).toContainEqual({
    page_url: `${site.origin}/three`,
    finding: "On the page, the change would cause another rule to fail: color-contrast.",
  });
  expect(failures).toContainEqual({
    page_url: `${site.origin}/gone`,
    finding: "The page couldn't be opened. The server responded with status 404.",
  });
  expect(site.hits).not.toContain("/");
  expect(site.hits).not.toContain("/lone");

  site.hits.length = 0;
  for (const path of ["/api/solutions/component/", "/api/solutions/"])
    expect((await requestFix(as("member"), finding(), path)).component).toEqual(solved.component);
  expect(site.hits).toEqual([]);

  const newer = await auditOf(owner, rest, [placed("/", menu), placed("/two", menu)]);
  expect((await requestFix(owner)).component).toMatchObject({
    audit_id: newer,
    pages: 2,
    tried_pages: 2,
    cleared_findings: 4,
  });
});

test("doesn't open pages from another organisation's audit, and doesn't look for other pages if the finding has no component @long", async ({
  as,
  rest,
  otherOrganisation,
}) => {
  const other = otherOrganisation().as("owner");
  await auditOf(other, rest, [placed("/", menu), placed("/secret", menu)]);
  await auditOf(as("owner"), rest, [placed("/lone", null), placed("/", menu, [".other"])]);
  site.hits.length = 0;
  for (const path of ["/", "/lone"])
    expect(await requestFix(as("owner"), finding(path))).toMatchObject({ verified_in: "page", component: null });
  expect(site.hits).not.toContain("/secret");
});

test("doesn't try a fix on other pages if it isn't verified on its own page @long", async ({ as, rest }) => {
  const audit = [placed("/missing", menu), placed("/two", menu)];
  await auditOf(as("owner"), rest, audit);
  site.hits.length = 0;
  expect(await requestFix(as("owner"), finding("/missing"))).toMatchObject({ verified_in: null, component: null });
  expect(site.hits).not.toContain("/two");
});

test("exports and reports include suggested fixes and state where they were verified @long", async ({
  as,
  rest,
  db,
}) => {
  const owner = as("owner");
  const id = await auditOf(owner, rest, [placed("/", menu), placed("/two", menu)]);
  const page_url = `${site.origin}/`;
  const found = { rule_id: "color-contrast", page_url, selector: ".note", html: '<i id=".note">' };
  const { fix } = await requestFix(owner, found, "/api/solutions/");
  const other = { ...found, selector: ".note:last-child", html: '<i id="elsewhere">' };
  expect(await requestFix(owner, other, "/api/solutions/")).toMatchObject({ verified_in: "page" });
  const download = async (format: string) => (await downloadExport(owner, rest, id, format)).text();
  const { findings } = JSON.parse(await download("json"));
  expect(findings).toHaveLength(4);
  const [first, ...others] = findings.toSorted((one: { fix: unknown }) => (one.fix ? -1 : 1));
  expect(first).toMatchObject({
    page_url,
    selector: ".note",
    fix: { ...fix, verified: true, verified_in: "page", cleared_findings: 2 },
  });
  for (const each of others) expect(each.fix).toBeNull();
  const csv = await download("csv");
  expect(csv.split("\r\n")[0]).toContain('"fix","fix_verified_in"');
  expect(csv).toContain(`"${fix.correct_code}","page"`);
  expect(csv.match(/"","","axe-core","usual","","0","","","","\d+ of \d+ cases"\r\n/g)).toHaveLength(3);
  expect(await download("sarif")).toContain('"verifiedIn":"page"');
  const { issues } = await buildReportData(db, id);
  expect(issues).toMatchObject([{ suggested_fix: { page_url, code: fix.correct_code, verified_in: "page" } }]);
});

test("returns 400 without a page, and 403 for a viewer", async ({ as }) => {
  const { page_url: _, ...rest } = finding();
  expect(await as("member").post("/api/solutions/component/", rest)).toFail(400, "invalid_input", [
    { path: "page_url" },
  ]);
  expect(await as("viewer").post("/api/solutions/component/", finding())).toFail(403, "forbidden", {
    permission: "solutions.create",
  });
});
