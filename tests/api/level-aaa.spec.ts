import { Standard } from "@/server/scanner/contract";
import { expect, type SignedIn, test } from "@/tests/support/api";
import { downloadExport } from "@/tests/support/download-export";
import { EarlReport, SarifLog } from "@/tests/support/export-shapes";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, uniqueSite } from "@/tests/support/scans";

/**
 * What an audit at level AAA finds on a page. axe-core also assigns its rule for scrollable areas to a level AAA
 * criterion.
 */
const strictlyFound = axeOf([
  { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], failed: ["#pale"], passed: 4 },
  { rule_id: "color-contrast-enhanced", impact: "serious", wcag: ["1.4.6"], failed: ["#grey"], passed: 3 },
  { rule_id: "identical-links-same-purpose", impact: "minor", wcag: ["2.4.9"], needs_review: ["#more"] },
  { rule_id: "scrollable-region-focusable", impact: "serious", wcag: ["2.1.1", "2.1.3"], failed: ["#terms"] },
]);

const usuallyFound = axeOf([
  { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], failed: ["#pale"], passed: 4 },
  { rule_id: "scrollable-region-focusable", impact: "serious", wcag: ["2.1.1", "2.1.3"], failed: ["#terms"] },
]);

const auditAt = async (owner: SignedIn, rest: RestHandler, standard: Standard): Promise<string> => {
  const url = uniqueSite();
  const started = await owner.post("/api/website-audit/", { url, options: { standard } });
  expect(started.data).toMatchObject({ options: { standard }, effective_options: { standard } });
  const axe = standard === "wcag22aaa" ? strictlyFound : usuallyFound;
  await deliver(rest, started.data.id, [pageOf(url, { axe })]);
  return started.data.id;
};

const exportOf = async (client: SignedIn, rest: RestHandler, id: string, format: string): Promise<string> =>
  (await downloadExport(client, rest, id, format)).text();

type Criteria = { criterion: string; level: string; outcome: string; rules: string[]; name: string }[];

test("websites, audits and schedules accept level AAA and reject unknown standards", async ({ as }) => {
  const owner = as("owner");
  const website = await owner.post("/api/websites/", { url: uniqueSite(), settings: { standard: "wcag22aaa" } });
  expect(website.data).toMatchObject({ effective_settings: { standard: "wcag22aaa" } });
  const website_id = website.data.id;
  const audit = await owner.post("/api/website-audit/", { website_id });
  expect(audit.data).toMatchObject({ effective_options: { standard: "wcag22aaa" } });
  const timing = { frequency: "daily", time_zone: "Europe/Berlin" };
  const schedule = await owner.post("/api/schedules/", { website_id, ...timing, options: { standard: "wcag22aaa" } });
  expect(schedule.data).toMatchObject({ options: { standard: "wcag22aaa" } });
  const unknown = await owner.post("/api/website-audit/", { url: uniqueSite(), options: { standard: "wcag21aaa" } });
  expect(unknown).toFail(400, "invalid_input", [{ path: "options.standard", allowed: Standard.options }]);
});

test("an audit at level AAA lists 86 criteria, and text that fails a level AA criterion also fails the stricter level AAA criterion", async ({
  as,
  rest,
}) => {
  const id = await auditAt(as("owner"), rest, "wcag22aaa");
  const criteria: Criteria = (await as("viewer").get(`/api/results/${id}/criteria/`)).data.criteria;
  expect(criteria).toHaveLength(86);
  const of = (criterion: string) => criteria.find((each) => each.criterion === criterion);
  expect(of("1.4.3")).toMatchObject({ level: "AA", outcome: "failed", rules: ["color-contrast"] });
  expect(of("1.4.6")).toMatchObject({ level: "AAA", outcome: "failed", name: "Contrast (Enhanced)" });
  expect(of("1.4.6")?.rules.toSorted()).toEqual(["color-contrast", "color-contrast-enhanced"]);
  expect(of("2.4.9")).toMatchObject({ outcome: "needs_review" });
  expect(of("2.1.3")).toMatchObject({ outcome: "failed" });
  expect(of("3.1.5")).toMatchObject({ outcome: "not_tested", rules: [] });
  const overview: Criteria = (await as("viewer").get(`/api/results/?audit_id=${id}`)).data.criteria;
  expect(overview.map(({ criterion, outcome }) => [criterion, outcome])).toEqual(
    criteria.map(({ criterion, outcome }) => [criterion, outcome]),
  );
  const selectorsOf = async (criterion: string) => {
    const { data } = await as("viewer").get(`/api/results/${id}/issues/?criterion=${criterion}`);
    return data.map(({ selector }: { selector: string }) => selector).sort();
  };
  expect(await selectorsOf("1.4.6")).toEqual(["#grey", "#pale"]);
  expect(await selectorsOf("1.4.3")).toEqual(["#pale"]);
  expect((await as("viewer").get(`/api/results/${id}/pages/?criterion=1.4.6`)).data).toHaveLength(1);
});

test("exports of an audit at level AAA name level AAA criteria", async ({ as, rest }) => {
  const id = await auditAt(as("owner"), rest, "wcag22aaa");
  const written = (format: string) => exportOf(as("viewer"), rest, id, format);
  expect(JSON.parse(await written("json")).criteria).toHaveLength(86);
  expect(await written("csv")).toMatch(/"color-contrast-enhanced".*"1\.4\.6"/);
  const [run] = SarifLog.parse(JSON.parse(await written("sarif"))).runs;
  const enhanced = run?.tool.driver.rules.find((rule) => rule.id === "color-contrast-enhanced");
  expect(enhanced?.properties).toMatchObject({
    tags: ["accessibility", "WCAG 1.4.6"],
    criteria: ["https://www.w3.org/WAI/WCAG22/Understanding/contrast-enhanced"],
  });
  const graph = EarlReport.parse(JSON.parse(await written("earl")))["@graph"];
  expect(graph).toContainEqual({ "@id": "WCAG22:contrast-enhanced", "@type": "TestRequirement" });
  expect(graph).toContainEqual(
    expect.objectContaining({
      "@id": "curbcut:rule:scrollable-region-focusable",
      isPartOf: ["WCAG22:keyboard", "WCAG22:keyboard-no-exception"],
    }),
  );
});

test("an audit at level AA neither lists nor exports level AAA criteria", async ({ as, rest }) => {
  const id = await auditAt(as("owner"), rest, "wcag22aa");
  const criteria: Criteria = (await as("viewer").get(`/api/results/${id}/criteria/`)).data.criteria;
  expect(criteria).toHaveLength(55);
  expect(criteria.filter(({ level }) => level === "AAA")).toEqual([]);
  expect((await as("viewer").get(`/api/results/${id}/issues/?criterion=1.4.6`)).data).toEqual([]);
  const written = (format: string) => exportOf(as("viewer"), rest, id, format);
  expect(JSON.parse(await written("json")).criteria).toHaveLength(55);
  expect(await written("earl")).not.toContain("keyboard-no-exception");
  const [run] = SarifLog.parse(JSON.parse(await written("sarif"))).runs;
  const area = run?.tool.driver.rules.find((rule) => rule.id === "scrollable-region-focusable");
  expect(area?.properties["criteria"]).toEqual(["https://www.w3.org/WAI/WCAG22/Understanding/keyboard", null]);
});
