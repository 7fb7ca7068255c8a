import { buildReportData } from "@/server/domains/reports/data";
import { engines as allEngines, type Engine } from "@/server/scanner/engines";
import { expect, type SignedIn, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, uniqueSite } from "@/tests/support/scans";

/** The engines that reported each element, or null for a scanner that doesn't name the engines. */
const engines: Readonly<Record<string, Engine[] | null>> = {
  "#both": ["axe-core", "accesslint"],
  "#first": null,
  "#alone": ["accesslint"],
};

const axeSeenBy = (seen: typeof engines) => {
  const axe = axeOf([
    { rule_id: "link-name", impact: "serious", wcag: ["2.4.4"], failed: ["#both", "#first"], needs_review: ["#alone"] },
    { rule_id: "keyboard-trap", impact: "critical", wcag: ["2.1.2"], failed: ["#trap"] },
  ]);
  for (const { nodes } of [...axe.violations, ...axe.incomplete])
    for (const node of nodes) {
      const named = seen[node.selector];
      if (named) node.engines = named;
    }
  return axe;
};

const auditOf = async (client: SignedIn, rest: RestHandler) => {
  const url = uniqueSite();
  const website = await client.post("/api/websites/", { url, settings: { second_engine: true } });
  const audit = await client.post("/api/website-audit/", { website_id: website.data.id });
  const { id } = audit.data;
  await deliver(rest, id, [pageOf(url, { axe: axeSeenBy(engines) })]);
  return { id, url, website_id: website.data.id, audit: audit.data };
};

const download = async (client: SignedIn, rest: RestHandler, id: string, format: string): Promise<string> => {
  const { access_token } = await client.session();
  const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": "10.1.1.1" };
  return (
    await rest(new Request(`http://localhost:8000/api/results/${id}/export/?format=${format}`, { headers }))
  ).text();
};

test("an audit runs the second engine if the website's settings or the audit's own options enable it", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { audit, website_id, id } = await auditOf(owner, rest);
  expect(audit.effective_options.second_engine).toBe(true);
  await owner.patch(`/api/websites/${website_id}/`, { settings: { second_engine: false } });
  expect((await owner.get(`/api/websites/${website_id}/`)).data.effective_settings.second_engine).toBe(false);
  expect((await owner.get(`/api/website-audit/${id}/`)).data.effective_options.second_engine).toBe(true);
  const wrong = await owner.post("/api/website-audit/", { url: uniqueSite(), options: { second_engine: "yes" } });
  expect(wrong).toFail(400, "invalid_input", [{ path: "options.second_engine" }]);
});

test("findings name the engines that saw them, and rules name the engines of their findings", async ({ as, rest }) => {
  const { id } = await auditOf(as("owner"), rest);
  const find = async (query: string) =>
    (await as("viewer").get(`/api/results/${id}/issues/?${query}`)).data.map(
      (each: { selector: string; engines: string[] }) => [each.selector, each.engines],
    );
  expect(await find("")).toEqual([
    ["#both", ["axe-core", "accesslint"]],
    ["#first", ["axe-core"]],
    ["#trap", ["curbcut"]],
  ]);
  expect(await find("impact=needs_review")).toEqual([["#alone", ["accesslint"]]]);
  const { rules } = (await as("viewer").get(`/api/results/?audit_id=${id}`)).data;
  expect(rules).toMatchObject([
    { rule_id: "keyboard-trap", engines: ["curbcut"] },
    { rule_id: "link-name", engines: ["axe-core", "accesslint"] },
  ]);
});

test("exports name the engines, and the report counts what only the second engine found", async ({ as, rest, db }) => {
  const owner = as("owner");
  const { id } = await auditOf(owner, rest);
  const json = JSON.parse(await download(owner, rest, id, "json"));
  expect(json.findings.map(({ engines: each }: { engines: string[] }) => each.join("+"))).toEqual([
    ...["axe-core+accesslint", "axe-core", "curbcut", "accesslint"],
  ]);
  const [names = "", first = ""] = (await download(owner, rest, id, "csv")).split("\r\n");
  expect(first.split('","')[names.split('","').indexOf("engines")]).toBe("axe-core accesslint");
  const [run] = JSON.parse(await download(owner, rest, id, "sarif")).runs;
  expect(run.tool.driver.properties.engine).toMatch(/^axe-core [\d.]+, AccessLint [\d.]+$/);
  expect(run.results[0].properties.engines).toEqual(["axe-core", "accesslint"]);
  const graph = JSON.parse(await download(owner, rest, id, "earl"))["@graph"];
  expect(graph[0].revision).toMatch(/^axe-core [\d.]+, AccessLint [\d.]+$/);
  expect(graph.at(-1)).toMatchObject({ seenBy: ["accesslint"], result: { outcome: "earl:cantTell" } });
  const { audit, issues } = await buildReportData(db, id);
  expect(audit?.second_engine).toEqual({ name: "AccessLint", elements: 1 });
  expect(issues?.find(({ rule_id }) => rule_id === "link-name")?.engines).toEqual(["axe-core", "accesslint"]);
});

test("a finding keeps its issue when the second engine sees it as well", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, url, website_id } = await auditOf(owner, rest);
  const before = (await owner.get(`/api/results/${id}/issues/`)).data;
  const again = await owner.post("/api/website-audit/", { website_id });
  const seen = { "#both": null, "#first": [...allEngines], "#alone": null };
  await deliver(rest, again.data.id, [pageOf(url, { axe: axeSeenBy(seen) })]);
  const after = (await owner.get(`/api/results/${again.data.id}/issues/`)).data;
  const idsOf = (findings: { issue_id: string }[]) => findings.map(({ issue_id }) => issue_id);
  expect(idsOf(after)).toEqual(idsOf(before));
  expect(after[1].engines).toEqual([...allEngines]);
  const { counts } = (await owner.get(`/api/results/${again.data.id}/diff/`)).data;
  expect(counts).toMatchObject({ new: 0, fixed: 0, unchanged: 3 });
});

test("GET /api/rules/ lists each rule's engines, and the second engine's own rules", async ({ as }) => {
  const { data } = await as("viewer").get("/api/rules/");
  expect(data.accesslint_version).toMatch(/^\d/);
  const rules = new Map(data.rules.map((each: { rule_id: string }) => [each.rule_id, each]));
  expect(rules.get("image-alt")).toMatchObject({ engine: "axe-core", engines: ["axe-core", "accesslint"] });
  expect(rules.get("accesslint-authentication")).toMatchObject({
    ...{ engine: "accesslint", engines: ["accesslint"], outcome: "needs_review", wcag: ["3.3.8"] },
    who: expect.stringMatching(/\w/),
  });
});
