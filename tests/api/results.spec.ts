import { newId } from "@/server/core/ids";
import type { SignedIn } from "@/tests/support/api";
import { expect, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import {
  axeOf,
  deliver,
  failedPage,
  pageOf,
  postCallback,
  type RunningAudit,
  startAuditOf,
} from "@/tests/support/scans";

const speed = (lcp_ms: number, weight_bytes: number) => ({
  score: 80,
  lcp_ms,
  cls: 0.1,
  fcp_ms: 500,
  ttfb_ms: 100,
  tbt_ms: 0,
  load_ms: null,
  weight_bytes,
  requests: 10,
});
const check = (id: string, outcome: "pass" | "fail" | "not_applicable") => ({
  id,
  title: `Check ${id}`,
  weight: 1,
  outcome,
  detail: null,
  items: [],
});

/** Three pages that differ and one that failed. */
const pagesOf = (url: string) => [
  pageOf(url, {
    title: "Start",
    axe: axeOf([
      { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#buy", "#pay"], passed: 2 },
      { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], needs_review: ["#faint"], passed: 10 },
    ]),
    performance: speed(1_000, 1_000_000),
    seo: { score: 50, facts: null, checks: [check("title", "pass"), check("canonical", "fail")] },
    quality: { score: 100, checks: [check("doctype", "pass")] },
  }),
  pageOf(`${url}shop`, {
    title: "Shop 100%",
    axe: axeOf([
      { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#cart"], passed: 9 },
      { rule_id: "link-name", impact: "serious", wcag: ["2.4.4", "4.1.2"], failed: ["nav > a"], passed: 5 },
    ]),
    performance: speed(3_000, 5_000_000),
    seo: { score: 100, facts: null, checks: [check("title", "fail"), check("canonical", "not_applicable")] },
  }),
  pageOf(`${url}good`, {
    title: "Good",
    axe: axeOf([{ rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 4 }]),
  }),
  failedPage(`${url}broken`),
];

const completed = async (client: SignedIn, rest: RestHandler): Promise<RunningAudit> => {
  const audit = await startAuditOf(client);
  await deliver(rest, audit.id, pagesOf(audit.url));
  return audit;
};

test("results say everything of an audit at a glance [#70 #88 #111]", async ({ as, rest }) => {
  const { id, website_id } = await completed(as("owner"), rest);
  const reply = await as("viewer").get(`/api/results/?audit_id=${id}`);
  expect(reply.status).toBe(200);
  const { data } = reply;
  expect(data.audit).toMatchObject({ id, website_id, status: "completed", pages_done: 3, pages_failed: 1 });
  expect(data.counts).toEqual({ critical: 3, serious: 1, moderate: 0, minor: 0, needs_review: 1, passed: 30 });
  expect(data.rules.map(({ rule_id, nodes, pages }: Record<string, unknown>) => [rule_id, nodes, pages])).toEqual([
    ["button-name", 3, 2],
    ["link-name", 1, 1],
    ["color-contrast", 0, 0],
  ]);
  expect(data.rules[2]).toMatchObject({ review_nodes: 1, review_pages: 1, passed_nodes: 10, passed_pages: 1 });
  expect(data.formulas.accessibility).toContain("critical 10");
});

test("a site's score is the mean of its pages, and needs-review never counts", async ({ as, rest }) => {
  const { id } = await completed(as("owner"), rest);
  const { data } = await as("owner").get(`/api/results/?audit_id=${id}`);
  const start = (100 * (10 * 2 + 7 * 10)) / (10 * 4 + 7 * 10);
  const shop = (100 * (10 * 9 + 7 * 5)) / (10 * 10 + 7 * 6);
  const mean = (Math.round(start * 10) / 10 + Math.round(shop * 10) / 10 + 100) / 3;
  expect(data.scores.accessibility).toBeCloseTo(mean, 1);
  expect(data.scores).toMatchObject({ performance: 80, seo: 75, quality: 100 });
  expect(data.pages.map(({ title }: { title: string | null }) => title)).toEqual(["Start", "Shop 100%", "Good", null]);
});

test("performance is the 75th percentile, checks are pages failed of measured", async ({ as, rest }) => {
  const { id, url } = await completed(as("owner"), rest);
  const { data } = await as("owner").get(`/api/results/?audit_id=${id}`);
  expect(data.performance).toMatchObject({
    aggregate: "p75",
    pages_measured: 2,
    metrics: { lcp_ms: 2_500, weight_bytes: 4_000_000 },
  });
  expect(data.performance.slowest_pages[0]).toEqual({
    url: `${url}shop`,
    lcp_ms: 3_000,
    weight_bytes: 5_000_000,
    requests: 10,
  });
  expect(data.seo.checks).toEqual([
    { id: "canonical", title: "Check canonical", outcome: "fail", pages_failed: 1, pages_total: 1 },
    { id: "title", title: "Check title", outcome: "fail", pages_failed: 1, pages_total: 2 },
  ]);
  expect(data.quality.checks).toEqual([
    { id: "doctype", title: "Check doctype", outcome: "pass", pages_failed: 0, pages_total: 1 },
  ]);
});

test("of an audit under way, results show what is here so far", async ({ as, rest }) => {
  const { id, website_id, url } = await startAuditOf(as("owner"));
  await postCallback(rest, id, { pages_total: 4, pages: pagesOf(url).slice(0, 1) });
  const { data } = await as("owner").get(`/api/results/?audit_id=${id}`);
  expect(data).toMatchObject({
    audit: { status: "in_progress" },
    counts: { critical: 2 },
    performance: { pages_measured: 1 },
  });
  expect(await as("owner").get(`/api/results/?website_id=${website_id}`)).toFail(404, "not_found");
});

test("of a website the latest completed audit is told, not one under way", async ({ as, rest }) => {
  const { id, website_id } = await completed(as("owner"), rest);
  await as("owner").post("/api/website-audit/", { website_id });
  expect((await as("owner").get(`/api/results/?website_id=${website_id}`)).data.audit.id).toBe(id);
});

test("either an audit or a website is asked for", async ({ as }) => {
  const owner = as("owner");
  expect(await owner.get("/api/results/")).toFail(400, "invalid_input", [{ path: "audit_id" }]);
  expect(await owner.get(`/api/results/?audit_id=${newId()}&website_id=${newId()}`)).toFail(400, "invalid_input");
  expect(await owner.get("/api/results/?audit_id=1")).toFail(400, "invalid_input", [{ path: "audit_id" }]);
  expect(await owner.get(`/api/results/?audit_id=${newId()}`)).toFail(404, "not_found");
});

test("another organisation finds none of it", async ({ as, rest, otherOrganisation }) => {
  const { id, website_id } = await completed(as("owner"), rest);
  const page = (await as("owner").get(`/api/results/${id}/pages/`)).data[0].id;
  const stranger = otherOrganisation().as("owner");
  const paths = [
    `?audit_id=${id}`,
    `?website_id=${website_id}`,
    `${id}/pages/`,
    `${id}/pages/${page}/`,
    `${id}/issues/`,
    `${id}/criteria/`,
  ];
  for (const path of paths) expect(await stranger.get(`/api/results/${path}`), path).toFail(404, "not_found");
});

test("pages are listed in the order of the scan, searched by address and title", async ({ as, rest }) => {
  const { id, url } = await completed(as("owner"), rest);
  const list = async (query = "") => (await as("viewer").get(`/api/results/${id}/pages/${query}`)).data;
  const urls = (pages: { url: string }[]) => pages.map((page) => page.url.slice(url.length));
  expect(urls(await list())).toEqual(["", "shop", "good", "broken"]);
  expect(urls(await list("?q=SHOP"))).toEqual(["shop"]);
  expect(urls(await list("?q=100%25"))).toEqual(["shop"]);
  expect(urls(await list("?q=%25"))).toEqual(["shop"]);
  expect(urls(await list("?q=_"))).toEqual([]);
  const first = await as("viewer").get(`/api/results/${id}/pages/?limit=3`);
  const second = await as("viewer").get(`/api/results/${id}/pages/?limit=3&cursor=${first.body?.meta.next_cursor}`);
  expect([...urls(first.data), ...urls(second.data)]).toEqual(["", "shop", "good", "broken"]);
  expect(second.body?.meta.next_cursor).toBeNull();
});

test("one page is told with its rules, metrics and checks", async ({ as, rest }) => {
  const { id, url } = await completed(as("owner"), rest);
  const pages = (await as("owner").get(`/api/results/${id}/pages/`)).data;
  const { data } = await as("owner").get(`/api/results/${id}/pages/${pages[0].id}/`);
  expect(data).toMatchObject({
    url,
    title: "Start",
    counts: { critical: 2, needs_review: 1, passed: 12 },
    performance: { lcp_ms: 1_000 },
    rules: [
      { rule_id: "button-name", outcome: "violation", impact: "critical", nodes: 2 },
      { rule_id: "color-contrast", outcome: "needs_review", nodes: 1 },
    ],
    checks: [
      { area: "seo", id: "title", outcome: "pass" },
      { area: "seo", id: "canonical", outcome: "fail" },
      { area: "quality", id: "doctype", outcome: "pass" },
    ],
  });
  const broken = (await as("owner").get(`/api/results/${id}/pages/${pages[3].id}/`)).data;
  expect(broken).toMatchObject({ error_code: "timeout", performance: null, rules: [], checks: [] });
  expect(await as("owner").get(`/api/results/${id}/pages/${newId()}/`)).toFail(404, "not_found");
});

test("a page of another audit of one's own is not found under this one", async ({ as, rest }) => {
  const one = await completed(as("owner"), rest);
  const other = await completed(as("owner"), rest);
  const page = (await as("owner").get(`/api/results/${other.id}/pages/`)).data[0].id;
  expect(await as("owner").get(`/api/results/${one.id}/pages/${page}/`)).toFail(404, "not_found");
});

test("a finding is a rule and a snippet, with its page, criteria and state [#99]", async ({ as, rest }) => {
  const { id, url } = await completed(as("owner"), rest);
  const { data } = await as("viewer").get(`/api/results/${id}/issues/?limit=1`);
  expect(data[0]).toMatchObject({
    rule_id: "button-name",
    html: '<i id="#buy">',
    selector: "#buy",
    outcome: "violation",
    impact: "critical",
    page_url: url,
    page_title: "Start",
    message: "Fix #buy",
    status: "open",
    note: null,
  });
  expect(data[0].wcag).toContain("4.1.2");
});

test("findings are filtered by impact, rule, criterion, page, state and text", async ({ as, rest, db }) => {
  const { id, website_id } = await completed(as("owner"), rest);
  const find = async (query: string): Promise<string[]> =>
    (await as("viewer").get(`/api/results/${id}/issues/?${query}`)).data.map(
      (each: { selector: string }) => each.selector,
    );
  expect(await find("")).toEqual(["#buy", "#pay", "#cart", "nav > a"]);
  expect(await find("impact=serious")).toEqual(["nav > a"]);
  expect(await find("impact=needs_review")).toEqual(["#faint"]);
  expect(await find("rule_id=button-name")).toEqual(["#buy", "#pay", "#cart"]);
  expect(await find("criterion=2.4.4")).toEqual(["nav > a"]);
  expect(await find("criterion=4.1.2")).toEqual(["#buy", "#pay", "#cart", "nav > a"]);
  expect(await find("criterion=1.1.1")).toEqual([]);
  const [, shop] = (await as("viewer").get(`/api/results/${id}/pages/`)).data;
  expect(await find(`page_id=${shop.id}`)).toEqual(["#cart", "nav > a"]);
  expect(await find("q=CART")).toEqual(["#cart"]);
  expect(await find("q=%25")).toEqual([]);
  expect(await find("rule_id=button-name&q=shop")).toEqual(["#cart"]);
  await db.issue.updateMany({
    where: { website_id, selector: "#pay" },
    data: { status: "ignored", note: "Soon gone" },
  });
  expect(await find("status=ignored")).toEqual(["#pay"]);
  expect(await find("status=open&rule_id=button-name")).toEqual(["#buy", "#cart"]);
});

test("findings are read to the end by cursor, none twice", async ({ as, rest }) => {
  const { id } = await completed(as("owner"), rest);
  const seen: string[] = [];
  let cursor = "";
  for (let page = 0; page < 4; page += 1) {
    const reply = await as("viewer").get(`/api/results/${id}/issues/?limit=1${cursor && `&cursor=${cursor}`}`);
    seen.push(...reply.data.map((each: { selector: string }) => each.selector));
    cursor = reply.body?.meta.next_cursor ?? "";
  }
  expect(seen).toEqual(["#buy", "#pay", "#cart", "nav > a"]);
  expect(cursor).toBe("");
});

test("a filter that means nothing is refused", async ({ as, rest }) => {
  const { id } = await completed(as("owner"), rest);
  for (const query of ["impact=terrible", "status=closed", "page_id=1", "q=%00", "odd=1", `q=${"x".repeat(201)}`])
    expect(await as("viewer").get(`/api/results/${id}/issues/?${query}`), query).toFail(400, "invalid_input", [
      { path: query.split("=")[0] },
    ]);
});

test("all criteria of WCAG 2.2 A and AA are listed with what was found", async ({ as, rest }) => {
  const { id } = await completed(as("owner"), rest);
  const { criteria } = (await as("viewer").get(`/api/results/${id}/criteria/`)).data;
  expect(criteria).toHaveLength(55);
  const of = (criterion: string) => criteria.find((each: { criterion: string }) => each.criterion === criterion);
  expect(of("4.1.2")).toMatchObject({ outcome: "failed", level: "A" });
  expect(of("4.1.2").rules).toContain("button-name");
  expect(of("1.4.3")).toMatchObject({ outcome: "needs_review", level: "AA" });
  expect(of("1.2.1")).toMatchObject({ outcome: "not_tested", rules: [] });
});

test("what was decided about a finding survives the next audit, by fingerprint", async ({ as, rest, db }) => {
  const owner = as("owner");
  const first = await completed(owner, rest);
  const { website_id, url } = first;
  await db.issue.updateMany({
    where: { website_id, selector: "#buy" },
    data: { status: "false_positive", note: "It has a name" },
  });
  const second = await owner.post("/api/website-audit/", { website_id });
  const pages = pagesOf(url).map((page) => ({ ...page, final_url: `${page.final_url}?utm_source=mail#top` }));
  await deliver(rest, second.data.id, pages);
  const { data } = await owner.get(`/api/results/${second.data.id}/issues/?rule_id=button-name`);
  expect(data.map(({ selector, status, note }: Record<string, unknown>) => [selector, status, note])).toEqual([
    ["#buy", "false_positive", "It has a name"],
    ["#pay", "open", null],
    ["#cart", "open", null],
  ]);
  const issues = await db.issue.findMany({ where: { website_id } });
  expect(issues).toHaveLength(4);
  for (const issue of issues)
    expect(issue).toMatchObject({ first_seen_audit_id: first.id, last_seen_audit_id: second.data.id });
});

test("who may read results follows the role", async ({ as, rest }) => {
  const { id } = await completed(as("owner"), rest);
  expect(await as("billing").get(`/api/results/?audit_id=${id}`)).toFail(403, "forbidden", {
    permission: "results.read",
  });
});
