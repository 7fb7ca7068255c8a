import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { type Browser, chromium } from "@playwright/test";
import type axe from "axe-core";
import { getStore } from "@/server/adapters/store";
import { readAxe } from "@/server/domains/audits/read-axe";
import { ruleAccuracy } from "@/server/domains/audits/rules";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { browserLaunchOptions } from "@/tests/support/browser-launch";
import { downloadExport as download } from "@/tests/support/download-export";
import { EarlReport, SarifLog } from "@/tests/support/export-shapes";
import type { RestHandler } from "@/tests/support/rest-client";
import { completedAudit } from "@/tests/support/sample-audit";
import { axeOf, deliver, failedPage, pageOf, postCallback, startAuditOf } from "@/tests/support/scans";

const hostile = ['=HYPERLINK("x")', "+1", "-1", "@x", "＝1+1", "\n=1", "a\u0008\u0000b", "é😀<&>\"'\r\nx, y", "]]>"];

/** Creates an audit with a failed page, and with findings whose text tries to break out of every format. */
const hostileAudit = async (client: SignedIn, rest: RestHandler) => {
  const audit = await startAuditOf(client);
  await deliver(rest, audit.id, [
    pageOf(audit.url, {
      title: "=1+1",
      axe: axeOf([
        { rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: hostile },
        { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], needs_review: ["#faint"] },
        { rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 3 },
      ]),
    }),
    failedPage(`${audit.url}broken?a=1&b=2`),
  ]);
  return audit;
};

/** Doesn't use `text()` to decode the body, because it would remove a byte order mark. */
const textOf = async (client: SignedIn, rest: RestHandler, id: string, format: string): Promise<string> => {
  const response = await download(client, rest, id, format);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="site-[\w.-]+"/);
  return Buffer.from(await response.arrayBuffer()).toString();
};

let browser: Browser;
test.beforeAll(async () => {
  browser = await chromium.launch(await browserLaunchOptions());
});
test.afterAll(() => browser.close());

test("PostgreSQL can read the CSV, and no cell is a formula @long", async ({ as, rest, db }) => {
  const { id, website_id } = await hostileAudit(as("owner"), rest);
  await db.issue.updateMany({ where: { website_id, selector: "+1" }, data: { status: "ignored", note: "Soon gone" } });
  const text = await textOf(as("viewer"), rest, id, "csv");
  expect(text.startsWith('\uFEFF"rule_id","outcome",')).toBe(true);
  const names = text.slice(1, text.indexOf("\r\n")).replaceAll('"', "").split(",");
  const reader = new PGlite();
  await reader.exec(`CREATE TABLE sheet (${names.map((name) => `${name} text`).join(", ")})`);
  await reader.query("COPY sheet FROM '/dev/blob' WITH (FORMAT csv, HEADER)", [], { blob: new Blob([text]) });
  const { rows } = await reader.query<Record<string, string>>("SELECT * FROM sheet");
  await reader.close();
  expect(rows).toHaveLength(hostile.length + 1);
  const cells = rows.flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell ?? ""))).toEqual([]);
  const kept = rows.map(({ selector }) => selector);
  expect(kept).toEqual(expect.arrayContaining(['\'=HYPERLINK("x")', "'+1", "'@x", "é😀<&>\"'\r\nx, y", "#faint"]));
  expect(rows.find(({ selector }) => selector === "'+1")).toMatchObject({ status: "ignored", note: "Soon gone" });
  expect(rows[0]).toMatchObject({ page_title: "'=1+1", criteria: "4.1.2" });
  expect(rows[0]?.["rule_accuracy"]).toMatch(/^\d+ of \d+ cases$/);
});

test("JSON contains the audit, its pages and every finding", async ({ as, rest }) => {
  const { id, url } = await completedAudit(as("owner"), rest);
  const data = JSON.parse(await textOf(as("viewer"), rest, id, "json"));
  expect(data.audit).toMatchObject({ id, status: "completed" });
  expect(data.criteria).toHaveLength(55);
  expect(data.pages.map((page: { url: string }) => page.url)).toEqual([
    url,
    `${url}shop`,
    `${url}good`,
    `${url}broken`,
  ]);
  expect(data.pages[0]).toMatchObject({ title: "Start", template: null });
  expect(data.findings.map((finding: { selector: string }) => finding.selector)).toEqual([
    "#buy",
    "#pay",
    "#cart",
    "nav > a",
    "#faint",
  ]);
  expect(data.rules[0]).toMatchObject({ rule_id: "button-name", act_rules: ["97a4e1", "m6b1q3"] });
  expect(data.findings[0]).toMatchObject({ rule_id: "button-name", status: "open", wcag: ["4.1.2"] });
});

/** Returns the key names at every level of axe results, so that they can be compared. */
const namesOf = (results: axe.AxeResults[]) => {
  const rules = results.flatMap(({ violations, incomplete }) => [...violations, ...incomplete]);
  const keys = (values: object[]) => [...new Set(values.flatMap((value) => Object.keys(value)))].sort();
  return { result: keys(results), rule: keys(rules), node: keys(rules.flatMap(({ nodes }) => nodes)) };
};

test("the axe format uses axe-core's own names and can be read back as a scanner's result", async ({ as, rest }) => {
  const { id, url } = await completedAudit(as("owner"), rest);
  const results = JSON.parse(await textOf(as("viewer"), rest, id, "axe")) as axe.AxeResults[];
  expect(results.map((result) => result.url)).toEqual([url, `${url}shop`, `${url}good`]);
  expect(results[0]?.passes.map((rule) => rule.id)).toEqual(["button-name", "color-contrast"]);
  const page = await browser.newPage();
  await page.setContent("<button></button><img src=x>");
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const real = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  await page.close();
  expect(namesOf(results)).toEqual(namesOf([real]));
  const read = readAxe(results[1] as unknown as Record<string, unknown>);
  expect(read?.violations.map(({ rule_id, node_count }) => [rule_id, node_count])).toEqual([
    ["button-name", 1],
    ["link-name", 1],
  ]);
  expect(read?.violations[1]?.nodes[0]?.selector).toBe("nav > a");
});

test("SARIF conforms to the 2.1.0 schema and suppresses triaged issues", async ({ as, rest, db }) => {
  const { id, website_id } = await hostileAudit(as("owner"), rest);
  await db.issue.updateMany({ where: { website_id, selector: "-1" }, data: { status: "false_positive" } });
  const [run] = SarifLog.parse(JSON.parse(await textOf(as("viewer"), rest, id, "sarif"))).runs;
  expect(run?.results).toHaveLength(hostile.length + 1);
  expect(run?.results.map(({ kind }) => kind).filter((kind) => kind === "review")).toHaveLength(1);
  for (const { ruleId, ruleIndex } of run?.results ?? []) expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  const accuracyOf = (ruleId: string) =>
    run?.tool.driver.rules.find(({ id: each }) => each === ruleId)?.properties.accuracy;
  expect(accuracyOf("button-name")).toEqual(ruleAccuracy("button-name"));
  expect(ruleAccuracy("button-name")?.right).toBeGreaterThan(0);
  const suppressed = run?.results.filter(({ suppressions }) => suppressions);
  expect(suppressed?.map(({ suppressions }) => suppressions?.[0]?.justification)).toEqual(["false positive"]);
});

test("neither EARL nor the list of criteria shows a rule as passed if it didn't run on every page", async ({
  as,
  rest,
}) => {
  const audit = await startAuditOf(as("owner"));
  const onAll = [{ rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], passed: 3 }] as const;
  const driven = [
    { rule_id: "keyboard-trap", impact: "critical", wcag: ["2.1.2"], passed: 1 },
    { rule_id: "reflow", impact: "serious", wcag: ["1.4.10"], passed: 1 },
  ] as const;
  const rules = [...onAll, ...driven].map((rule) => ({ ...rule, wcag: [...rule.wcag] }));
  await deliver(rest, audit.id, [
    pageOf(audit.url, { axe: axeOf(rules) }),
    pageOf(`${audit.url}other`, { axe: axeOf(rules.slice(0, 1)) }),
  ]);
  const graph = EarlReport.parse(JSON.parse(await textOf(as("viewer"), rest, audit.id, "earl")))["@graph"];
  const assertions = graph.flatMap((node) => (node["@type"] === "Assertion" ? [node] : []));
  const outcomes = Object.fromEntries(assertions.map(({ test: rule, result }) => [rule, result.outcome]));
  expect(outcomes).toEqual({
    "curbcut:rule:link-name": "earl:passed",
    "curbcut:rule:keyboard-trap": "earl:cantTell",
    "curbcut:rule:reflow": "earl:cantTell",
  });
  const { criteria } = (await as("viewer").get(`/api/results/${audit.id}/criteria/`)).data;
  const outcomeOf = (number: string) =>
    criteria.find(({ criterion }: { criterion: string }) => criterion === number)?.outcome;
  expect(["2.1.2", "1.4.10", "1.3.4"].map(outcomeOf)).toEqual(["no_failures", "no_failures", "not_tested"]);
});

test("EARL describes rules as parts of success criteria, with the outcome failed, passed or cantTell", async ({
  as,
  rest,
}) => {
  const { id, url } = await hostileAudit(as("owner"), rest);
  const graph = EarlReport.parse(JSON.parse(await textOf(as("viewer"), rest, id, "earl")))["@graph"];
  const assertions = graph.filter((node) => node["@type"] === "Assertion");
  const outcomes = assertions.map(({ result }) => result.outcome);
  expect(outcomes.filter((outcome) => outcome === "earl:failed")).toHaveLength(hostile.length);
  expect(outcomes.filter((outcome) => outcome === "earl:cantTell")).toHaveLength(1);
  expect(assertions.filter(({ result }) => result.outcome === "earl:passed")).toMatchObject([
    { subject: url, test: "curbcut:rule:link-name" },
  ]);
  const rule = graph.find((node) => node["@id"] === "curbcut:rule:link-name");
  expect(rule).toMatchObject({ "@type": "TestCase", accuracy: ruleAccuracy("link-name") });
  const named = new Set(graph.map((node) => node["@id"]));
  for (const { subject, test: rule } of assertions) {
    expect(named).toContain(subject);
    expect(named).toContain(rule);
  }
  expect(graph).toContainEqual(
    expect.objectContaining({
      "@id": "curbcut:rule:button-name",
      isPartOf: ["WCAG22:name-role-value"],
      conformsTo: ["97a4e1", "m6b1q3"].map((id) => `https://www.w3.org/WAI/standards-guidelines/act/rules/${id}/`),
    }),
  );
});

test("a real XML parser can read the JUnit file, which has one suite per page and one case per rule", async ({
  as,
  rest,
  db,
}) => {
  const { id, url, website_id } = await hostileAudit(as("owner"), rest);
  const read = async () => {
    const xml = await textOf(as("viewer"), rest, id, "junit");
    const page = await browser.newPage();
    const cases = await page.evaluate((source) => {
      const document = new DOMParser().parseFromString(source, "application/xml");
      const problem = document.querySelector("parsererror")?.textContent;
      if (problem) throw new Error(problem);
      return [...document.querySelectorAll("testsuite")].map((suite) => ({
        ...Object.fromEntries([...suite.attributes].map(({ name, value }) => [name, value])),
        cases: [...suite.children].map((each) => [
          each.getAttribute("name"),
          each.firstElementChild?.tagName ?? "passed",
        ]),
        text: suite.textContent ?? "",
      }));
    }, xml);
    await page.close();
    return cases;
  };
  const [start, broken] = await read();
  expect(start).toMatchObject({ name: url, tests: "3", failures: "1", errors: "0", skipped: "1" });
  expect(start?.cases).toEqual([
    ["button-name", "failure"],
    ["color-contrast", "skipped"],
    ["link-name", "passed"],
  ]);
  expect(start?.text).toContain("é😀<&>\"'");
  expect(broken).toMatchObject({ name: `${url}broken?a=1&b=2`, errors: "1", cases: [["page", "error"]] });
  await db.issue.updateMany({ where: { website_id }, data: { status: "ignored" } });
  expect((await read())[0]?.cases[0]).toEqual(["button-name", "skipped"]);
});

test("exports a large audit completely, with every page and every element once @long", async ({ as, rest }) => {
  const audit = await startAuditOf(as("owner"));
  const found = { failed: ["#a", "#b", "#c", "#d"], needs_review: ["#x", "#y"] };
  const axe = axeOf([{ rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], ...found }]);
  const urls = Array.from({ length: 120 }, (_, index) => `${audit.url}${index}`);
  await deliver(
    rest,
    audit.id,
    urls.map((url) => pageOf(url, { axe })),
  );
  const read = async (format: string) => JSON.parse(await textOf(as("viewer"), rest, audit.id, format));
  const { pages, findings } = await read("json");
  expect(pages.map(({ url }: { url: string }) => url)).toEqual(urls);
  const elements = new Set(
    findings.map((each: Record<string, unknown>) => [each["page_url"], each["selector"], each["outcome"]].join(" ")),
  );
  expect([findings.length, elements.size]).toEqual([720, 720]);
  const csv = await textOf(as("viewer"), rest, audit.id, "csv");
  expect(csv.trimEnd().split("\r\n")).toHaveLength(721);
  expect(SarifLog.parse(await read("sarif")).runs[0]?.results).toHaveLength(720);
  const results: axe.AxeResults[] = await read("axe");
  expect(results.map(({ url }) => url)).toEqual(urls);
  expect(results.map(({ violations }) => violations[0]?.nodes.length)).toEqual(urls.map(() => 4));
  const junit = await textOf(as("viewer"), rest, audit.id, "junit");
  expect(junit.match(/<testsuite /g)).toHaveLength(120);
  const graph = EarlReport.parse(await read("earl"))["@graph"];
  const outcomes = graph.flatMap((node) => (node["@type"] === "Assertion" ? node.result.outcome : []));
  expect(outcomes.filter((outcome) => outcome === "earl:failed")).toHaveLength(480);
  expect(outcomes.filter((outcome) => outcome === "earl:cantTell")).toHaveLength(240);
});

test("returns 409 for an export of a running audit", async ({ as, rest }) => {
  const { id, url } = await startAuditOf(as("owner"));
  await postCallback(rest, id, { pages_total: 4, pages: [pageOf(url)] });
  expect(await as("owner").get(`/api/results/${id}/export/?format=csv`)).toFail(409, "conflict");
});

test("returns 400 for an unknown format and lists the known ones", async ({ as, rest }) => {
  const { id } = await completedAudit(as("owner"), rest);
  expect(await as("owner").get(`/api/results/${id}/export/?format=xls`)).toFail(400, "invalid_input", [
    { path: "format", allowed: ["csv", "json", "axe", "sarif", "earl", "junit"] },
  ]);
  expect(await as("owner").get(`/api/results/${id}/export/`)).toFail(400, "invalid_input", [{ path: "format" }]);
});

test("returns 404 for another organisation's audit, even for HEAD", async ({ as, rest, otherOrganisation }) => {
  const { id } = await completedAudit(as("owner"), rest);
  const stranger = otherOrganisation().as("owner");
  expect(await stranger.get(`/api/results/${id}/export/?format=csv`)).toFail(404, "not_found");
  expect((await download(stranger, rest, id, "csv", "HEAD")).status).toBe(404);
  const head = await download(as("owner"), rest, id, "csv", "HEAD");
  expect(head.status).toBe(200);
  expect(head.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(await head.text()).toBe("");
});

test("aborts the response when the audit is deleted while the response is being sent", async ({ as, rest, db }) => {
  const { id } = await completedAudit(as("owner"), rest);
  const response = await download(as("owner"), rest, id, "csv");
  await db.websiteAudit.delete({ where: { id } });
  await expect(response.text()).rejects.toThrow("There is no audit");
});

for (const [what, damage] of [
  ["isn't an archive", () => Buffer.from("not a gzip archive")],
  ["is cut off", (whole: Buffer) => whole.subarray(0, whole.length / 2)],
  ["isn't JSON", () => gzipSync("{")],
  ["has the wrong shape", () => gzipSync('{"axe":{"checks":"none"}}')],
] as const)
  test(`marks a page as damaged if its stored result ${what}, and exports everything else in full [L8]`, async ({
    as,
    rest,
    db,
  }) => {
    const { id } = await hostileAudit(as("owner"), rest);
    const page = await db.scanAudit.findFirstOrThrow({ where: { audit_id: id, error_code: null } });
    const key = page.result_key ?? "";
    const whole = await getStore().get(key);
    await getStore().put(key, Buffer.from(damage(Buffer.from(whole ?? []))), { contentType: "application/gzip" });
    const [result] = JSON.parse(await textOf(as("viewer"), rest, id, "axe")) as { warning?: string; violations: [] }[];
    expect(result?.warning).toContain("damaged");
    expect(result?.violations).toHaveLength(1);
    const xml = await textOf(as("viewer"), rest, id, "junit");
    expect(xml).toContain('name="page"><skipped message="The stored result of this page is damaged');
    expect(xml).toContain('name="button-name"><failure');
    expect(xml.trimEnd().endsWith("</testsuites>")).toBe(true);
  });

test("exports a triage policy's reason as the note on each issue that the policy triages", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, website_id } = await hostileAudit(owner, rest);
  const policy = { website_id, rule_id: "button-name", status: "ignored", reason: "The shop closes." };
  expect((await owner.post("/api/triage-policies/", policy)).status).toBe(201);
  const [run] = JSON.parse(await textOf(owner, rest, id, "sarif")).runs;
  const failed = run.results.filter(({ kind }: { kind: string }) => kind === "fail");
  expect(failed.length).toBeGreaterThan(0);
  for (const { suppressions } of failed)
    expect(suppressions).toEqual([{ kind: "external", status: "accepted", justification: "The shop closes." }]);
});
