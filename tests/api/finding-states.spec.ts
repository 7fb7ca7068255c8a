import { expect, type SignedIn, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, uniqueSite } from "@/tests/support/scans";

const reach = [
  { action: "open" as const, name: "Menu" },
  { action: "select" as const, name: "Prices" },
];
const states = {
  found: [{ reach: reach.slice(0, 1) }, { reach }],
  blocked: [{ method: "POST", url: "https://example.org/api/events" }],
  is_whole: false,
};

const auditOf = async (client: SignedIn, rest: RestHandler) => {
  const url = uniqueSite();
  const website = await client.post("/api/websites/", { url, settings: { states: true } });
  const audit = await client.post("/api/website-audit/", { website_id: website.data.id });
  const axe = axeOf([{ rule_id: "button-name", impact: "critical", wcag: ["4.1.2"], failed: ["#always", "#opened"] }]);
  for (const node of axe.violations.flatMap(({ nodes }) => nodes)) if (node.selector === "#opened") node.reach = reach;
  await deliver(rest, audit.data.id, [pageOf(url, { axe, states }), pageOf(`${url}other`)]);
  return { id: audit.data.id, website_id: website.data.id, audit: audit.data };
};

const download = async (client: SignedIn, rest: RestHandler, id: string, format: string): Promise<string> => {
  const { access_token } = await client.session();
  const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": "10.1.1.1" };
  return (
    await rest(new Request(`http://localhost:8000/api/results/${id}/export/?format=${format}`, { headers }))
  ).text();
};

test("a website's settings determine whether other states of its pages are tested", async ({ as, rest }) => {
  const owner = as("owner");
  const { audit, website_id } = await auditOf(owner, rest);
  expect(audit.effective_options.states).toBe(true);
  const changed = await owner.patch(`/api/websites/${website_id}/`, { settings: { states: false } });
  expect(changed.data.effective_settings.states).toBe(false);
  const usual = await owner.post("/api/websites/", { url: uniqueSite() });
  expect(usual.data.effective_settings.states).toBe(false);
});

test("a finding that occurs only in another state of its page says how to reach that state, and a filter selects or excludes such findings", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const { id } = await auditOf(owner, rest);
  const list = async (query: string) =>
    (await as("viewer").get(`/api/results/${id}/issues/?rule_id=button-name${query}`)).data.map(
      (finding: { selector: string; reach: unknown }) => [finding.selector, finding.reach],
    );
  expect(await list("&q=opened")).toEqual([["#opened", reach]]);
  expect(await list("&found_in=state")).toEqual([["#opened", reach]]);
  expect((await list("&found_in=page")).map(([selector]: [string]) => selector)).not.toContain("#opened");
  expect((await as("viewer").get(`/api/results/${id}/issues/?found_in=menu`)).status).toBe(400);
});

test("a page lists its states and the requests that were blocked in them", async ({ as, rest }) => {
  const owner = as("owner");
  const { id } = await auditOf(owner, rest);
  const pages = (await owner.get(`/api/results/${id}/pages/`)).data;
  const details = await Promise.all(
    pages.map(async (page: { id: string }) => (await owner.get(`/api/results/${id}/pages/${page.id}/`)).data.states),
  );
  expect(details).toEqual([states, null]);
});

test("exports say how to reach the state of the page in which a finding occurs", async ({ as, rest }) => {
  const owner = as("owner");
  const { id } = await auditOf(owner, rest);
  const text = "open “Menu”, then select “Prices”";
  const json = JSON.parse(await download(owner, rest, id, "json"));
  const inJson = json.findings.map((finding: { selector: string; reach: unknown }) => [
    finding.selector,
    finding.reach,
  ]);
  expect(inJson).toContainEqual(["#opened", reach]);
  expect(inJson).toContainEqual(["#always", null]);
  const lines = (await download(owner, rest, id, "csv")).split("\r\n").map((line) => line.split('","'));
  const column = lines[0]?.indexOf("reach") ?? -1;
  expect(lines.slice(1, 3).map((cells) => cells[column])).toEqual(["", text]);
  const [run] = JSON.parse(await download(owner, rest, id, "sarif")).runs;
  expect(run.results[0].properties).not.toHaveProperty("reach");
  expect(run.results[1].properties.reach).toBe(text);
  const graph = JSON.parse(await download(owner, rest, id, "earl"))["@graph"];
  expect(graph.filter((each: object) => "reach" in each).map(({ reach: said }: { reach: string }) => said)).toEqual([
    text,
  ]);
});
