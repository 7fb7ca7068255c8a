import { newId } from "@/server/core/ids";
import { websiteScore } from "@/server/scanner/accessibility-score";
import type { AxeResult } from "@/server/scanner/contract";
import { expect, test } from "@/tests/support/api";
import { completedAudit, pagesOf } from "@/tests/support/sample-audit";
import { axeOf, deliver, pageOf, postCallback, startAuditOf } from "@/tests/support/scans";

const rangeOf = (axe: AxeResult | null) => ({ score: axe?.score ?? null, score_low: axe?.score_low ?? null });

test("returns an overview of an audit [#70] [#88] [#111]", async ({ as, rest }) => {
  const { id, website_id } = await completedAudit(as("owner"), rest);
  const reply = await as("viewer").get(`/api/results/?audit_id=${id}`);
  expect(reply.status).toBe(200);
  const { data } = reply;
  expect(data.audit).toMatchObject({ id, website_id, status: "completed", pages_done: 3, pages_failed: 1 });
  expect(data.not_scanned).toEqual([{ code: "timeout", pages: 1 }]);
  expect(data.counts).toEqual({ critical: 3, serious: 1, moderate: 0, minor: 0, needs_review: 1, passed: 30 });
  expect(data.rules.map(({ rule_id, nodes, pages }: Record<string, unknown>) => [rule_id, nodes, pages])).toEqual([
    ["button-name", 3, 2],
    ["link-name", 1, 1],
    ["color-contrast", 0, 0],
  ]);
  expect(data.rules[2]).toMatchObject({ review_nodes: 1, review_pages: 1, passed_nodes: 10, passed_pages: 1 });
  expect(data.formulas.accessibility).toContain("critical 10");
});

test("a website's score is the mean of its templates' scores, and elements that need review affect only the lower end of the score's range", async ({
  as,
  rest,
}) => {
  const { id } = await completedAudit(as("owner"), rest);
  const { data } = await as("owner").get(`/api/results/?audit_id=${id}`);
  const twoButtons = 1 - 0.1 * (1 + Math.log10(2) / 2);
  const start = 60 * twoButtons;
  const shop = 60 * 0.9 * 0.93;
  expect(data.scores.accessibility).toBeCloseTo((start + shop + 100) / 3, 0);
  // The first page has results for 1.4.3 and 4.1.2, and each of the other 53 criteria lowers the score by 0.2%.
  const startLow = start * 0.93 * (1 - 53 * 0.002);
  const pages = (await as("owner").get(`/api/results/${id}/pages/`)).data;
  expect(pages[0].scores.accessibility_low).toBeCloseTo(startLow, 0);
  expect(data.scores.accessibility_low).toBeLessThan(data.scores.accessibility - 5);
  expect(data.scores).toMatchObject({ accessibility_version: 2, performance: 80, seo: 75, quality: 100 });
  expect(data.pages.map(({ title }: { title: string | null }) => title)).toEqual(["Shop 100%", "Start", "Good", null]);
  const website = (await as("owner").get(`/api/websites/${data.audit.website_id}/`)).data;
  expect(website.latest_audit).toMatchObject({
    score: data.scores.accessibility,
    score_low: data.scores.accessibility_low,
  });
});

test("pages with the same template count as one page", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const good = axeOf([{ rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 4 }]);
  const products = Array.from({ length: 20 }, (_, index) => pageOf(`${url}product/${index}`, { template: `${url}p` }));
  const pages = [...products, pageOf(`${url}good`, { axe: good }), pageOf(`${url}fine`, { axe: good, template: url })];
  await postCallback(rest, id, { event: "audit.completed", pages_total: pages.length, pages });
  const { scores } = (await as("owner").get(`/api/results/?audit_id=${id}`)).data;
  const product = (await as("owner").get(`/api/results/${id}/pages/?limit=1`)).data[0].scores;
  expect(product.accessibility).toBeLessThan(60);
  expect(scores.accessibility).toBeCloseTo((product.accessibility + 100 + 100) / 3, 0);
  expect(scores).toMatchObject({
    accessibility: websiteScore(pages.map(({ template, axe }) => ({ template, ...rangeOf(axe) }))).score,
    accessibility_low: websiteScore(pages.map(({ template, axe }) => ({ template, ...rangeOf(axe) }))).score_low,
  });
});

test("performance metrics are 75th percentiles, and each check states how many pages were measured and how many failed", async ({
  as,
  rest,
}) => {
  const { id, url } = await completedAudit(as("owner"), rest);
  const { data } = await as("owner").get(`/api/results/?audit_id=${id}`);
  expect(data.performance).toMatchObject({
    aggregate: "p75",
    pages_measured: 2,
    metrics: { lcp_ms: 2_500, weight_bytes: 4_000_001 },
  });
  expect(data.performance.slowest_pages[0]).toEqual({
    url: `${url}shop`,
    lcp_ms: 3_000,
    weight_bytes: 5_000_001,
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

test("returns a running audit's results so far", async ({ as, rest }) => {
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

test("a rule's totals and impact are updated with every delivery of pages", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const sendPage = async (sequence: number, found: Omit<Parameters<typeof axeOf>[0][number], "rule_id">) => {
    const axe = axeOf([{ rule_id: "house-rule", wcag: ["1.1.1"], ...found }]);
    await postCallback(rest, id, { sequence, pages_total: 4, pages: [pageOf(`${url}${sequence}`, { axe })] });
    return (await as("owner").get(`/api/results/?audit_id=${id}`)).data.rules;
  };
  const passed = { passed_nodes: 2, passed_pages: 1 };
  expect(await sendPage(1, { impact: "minor", passed: 2 })).toMatchObject([{ impact: "minor", nodes: 0, ...passed }]);
  const reviewed = { review_nodes: 1, review_pages: 1, ...passed };
  expect(await sendPage(2, { impact: "moderate", needs_review: ["#faint"] })).toMatchObject([reviewed]);
  expect(await sendPage(3, { impact: "critical", failed: ["#a", "#b"] })).toMatchObject([
    { impact: "critical", help: "Help of house-rule", wcag: ["1.1.1"], nodes: 2, pages: 1, ...reviewed },
  ]);
  expect(await sendPage(4, { impact: "critical", failed: ["#c"] })).toMatchObject([
    { nodes: 3, pages: 2, ...reviewed },
  ]);
});

test("returns the latest completed audit of a website, not a running one", async ({ as, rest }) => {
  const { id, website_id } = await completedAudit(as("owner"), rest);
  await as("owner").post("/api/website-audit/", { website_id });
  expect((await as("owner").get(`/api/results/?website_id=${website_id}`)).data.audit.id).toBe(id);
});

test("requires either an audit or a website", async ({ as }) => {
  const owner = as("owner");
  expect(await owner.get("/api/results/")).toFail(400, "invalid_input", [{ path: "audit_id" }]);
  expect(await owner.get(`/api/results/?audit_id=${newId()}&website_id=${newId()}`)).toFail(400, "invalid_input");
  expect(await owner.get("/api/results/?audit_id=1")).toFail(400, "invalid_input", [{ path: "audit_id" }]);
  expect(await owner.get(`/api/results/?audit_id=${newId()}`)).toFail(404, "not_found");
});

test("returns 404 to a caller from another organisation", async ({ as, rest, otherOrganisation }) => {
  const { id, website_id } = await completedAudit(as("owner"), rest);
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

test("lists pages in scan order and searches them by URL and title", async ({ as, rest }) => {
  const { id, url } = await completedAudit(as("owner"), rest);
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

test("a page has the template that the scanner sent, or null if it sent none", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  const { template: _, ...unknown } = pageOf(`${url}unknown`);
  const pages = [pageOf(url, { template: url }), pageOf(`${url}twin`, { template: url }), unknown];
  await postCallback(rest, id, { event: "audit.completed", pages_total: 3, pages });
  const { data } = await as("owner").get(`/api/results/${id}/pages/`);
  expect(data.map(({ template }: { template: string | null }) => template)).toEqual([url, url, null]);
  const page = await as("owner").get(`/api/results/${id}/pages/${data[1].id}/`);
  expect(page.data.template).toBe(url);
});

test("filters pages by the impact, rule or criterion of their findings", async ({ as, rest }) => {
  const { id, url } = await completedAudit(as("owner"), rest);
  const list = async (query: string) => {
    const { data } = await as("viewer").get(`/api/results/${id}/pages/?${query}`);
    return data.map((page: { url: string }) => page.url.slice(url.length));
  };
  expect(await list("impact=critical")).toContain("");
  expect(await list("impact=critical")).not.toContain("good");
  expect(await list("impact=needs_review")).toEqual([""]);
  expect(await list("rule_id=button-name")).toContain("");
  expect(await list("rule_id=color-contrast")).not.toContain("");
  expect(await list("criterion=4.1.2&rule_id=button-name")).toEqual(await list("rule_id=button-name"));
  expect(await list("criterion=9.9.9")).toEqual([]);
  expect((await as("viewer").get(`/api/results/${id}/pages/?impact=huge`)).status).toBe(400);
});

test("with filters for impact, rule and criterion, lists exactly the pages with findings that match all of them @long", async ({
  as,
  rest,
}) => {
  const audit = await startAuditOf(as("owner"));
  const { id, url } = audit;
  await deliver(rest, id, [
    pageOf(url, {
      axe: axeOf([
        { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], needs_review: ["#faint"] },
        { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#buy"] },
      ]),
    }),
    pageOf(`${url}two`, {
      axe: axeOf([
        { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], failed: ["#grey"] },
        { rule_id: "link-name", impact: "critical", wcag: ["2.4.4", "4.1.2"], needs_review: ["a"] },
      ]),
    }),
    pageOf(`${url}three`, {
      axe: axeOf([{ rule_id: "button-name", impact: "minor", wcag: ["4.1.2"], failed: ["#odd"] }]),
    }),
  ]);
  const read = async (path: string, query: string) =>
    (await as("viewer").get(`/api/results/${id}/${path}/?${query}`)).data;
  const impacts = ["", "impact=critical", "impact=serious", "impact=minor", "impact=needs_review"];
  const rules = ["", "rule_id=color-contrast", "rule_id=button-name", "rule_id=link-name"];
  const criteria = ["", "criterion=1.4.3", "criterion=4.1.2"];
  for (const query of impacts.flatMap((impact) =>
    rules.flatMap((rule) => criteria.map((criterion) => [impact, rule, criterion].filter(Boolean).join("&"))),
  )) {
    if (query === "") continue;
    const findings: { page_id: string }[] = await read("issues", query);
    const pages: { id: string }[] = await read("pages", query);
    expect
      .soft(
        pages.map((page) => page.id),
        query,
      )
      .toEqual([...new Set(findings.map(({ page_id }) => page_id))].sort());
  }
  const urls = async (query: string) => (await read("pages", query)).map((page: { url: string }) => page.url);
  expect(await urls("impact=needs_review&rule_id=color-contrast")).toEqual([url]);
  expect(await urls("impact=critical&rule_id=color-contrast")).toEqual([]);
  expect(await urls("impact=critical&rule_id=button-name")).toEqual([url]);
});

test("returns one page with its rules, metrics and checks", async ({ as, rest }) => {
  const { id, url } = await completedAudit(as("owner"), rest);
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

test("returns 404 for a page from another audit", async ({ as, rest }) => {
  const one = await completedAudit(as("owner"), rest);
  const other = await completedAudit(as("owner"), rest);
  const page = (await as("owner").get(`/api/results/${other.id}/pages/`)).data[0].id;
  expect(await as("owner").get(`/api/results/${one.id}/pages/${page}/`)).toFail(404, "not_found");
});

test("the user's role determines whether they can read results", async ({ as, rest }) => {
  const { id } = await completedAudit(as("owner"), rest);
  expect(await as("billing").get(`/api/results/?audit_id=${id}`)).toFail(403, "forbidden", {
    permission: "results.read",
  });
});
