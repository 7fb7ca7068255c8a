import { expect, type SignedIn, test } from "@/tests/support/api";
import type { RestHandler } from "@/tests/support/rest-client";
import { axeOf, deliver, pageOf, uniqueSite } from "@/tests/support/scans";

const auditOf = async (client: SignedIn, rest: RestHandler) => {
  const url = uniqueSite();
  const website = await client.post("/api/websites/", { url, settings: { views: ["dark"] } });
  const audit = await client.post("/api/website-audit/", { website_id: website.data.id });
  const axe = axeOf([
    { rule_id: "color-contrast", impact: "serious", wcag: ["1.4.3"], failed: ["#usual", "#both", "#dark"] },
  ]);
  for (const node of axe.violations.flatMap(({ nodes }) => nodes)) {
    if (node.selector === "#both") node.views = ["usual", "dark"];
    if (node.selector === "#dark") node.views = ["dark"];
  }
  await deliver(rest, audit.data.id, [pageOf(url, { axe })]);
  return { id: audit.data.id, website_id: website.data.id, audit: audit.data };
};

const download = async (client: SignedIn, rest: RestHandler, id: string, format: string): Promise<string> => {
  const { access_token } = await client.session();
  const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": "10.1.1.1" };
  return (
    await rest(new Request(`http://localhost:8000/api/results/${id}/export/?format=${format}`, { headers }))
  ).text();
};

test("a website's settings determine the views in which its pages are tested", async ({ as, rest }) => {
  const owner = as("owner");
  const { audit, website_id } = await auditOf(owner, rest);
  expect(audit.effective_options.views).toEqual(["dark"]);
  const changed = await owner.patch(`/api/websites/${website_id}/`, { settings: { views: [] } });
  expect(changed.data.effective_settings.views).toEqual([]);
  const forced = await owner.patch(`/api/websites/${website_id}/`, { settings: { views: ["forced_colours"] } });
  expect(forced.data.effective_settings.views).toEqual(["forced_colours"]);
  for (const views of [["watch"], "dark", ["narrow", "dark", "dark"]]) {
    const wrong = await owner.patch(`/api/websites/${website_id}/`, { settings: { views } });
    expect(wrong.status, JSON.stringify(views)).toBe(400);
  }
});

test("findings and exports name the views in which a finding occurs", async ({ as, rest }) => {
  const owner = as("owner");
  const { id } = await auditOf(owner, rest);
  const findings = (await as("viewer").get(`/api/results/${id}/issues/`)).data;
  expect(findings.map(({ selector, views }: { selector: string; views: string[] }) => [selector, views])).toEqual([
    ["#usual", ["usual"]],
    ["#both", ["usual", "dark"]],
    ["#dark", ["dark"]],
  ]);
  const json = JSON.parse(await download(owner, rest, id, "json"));
  expect(json.findings.map(({ views }: { views: string[] }) => views)).toEqual([
    ["usual"],
    ["usual", "dark"],
    ["dark"],
  ]);
  const lines = (await download(owner, rest, id, "csv")).split("\r\n").map((line) => line.split('","'));
  const column = lines[0]?.indexOf("views") ?? -1;
  expect(lines.slice(1, 4).map((cells) => cells[column])).toEqual(["usual", "usual dark", "dark"]);
  const [run] = JSON.parse(await download(owner, rest, id, "sarif")).runs;
  expect(run.results[1].properties.views).toEqual(["usual", "dark"]);
  const graph = JSON.parse(await download(owner, rest, id, "earl"))["@graph"];
  expect(
    graph.filter(({ views }: { views?: string[] }) => views).map(({ views }: { views: string[] }) => views),
  ).toEqual([["usual"], ["usual", "dark"], ["dark"]]);
});

test("findings can be filtered by the view in which they occur", async ({ as, rest }) => {
  const { id } = await auditOf(as("owner"), rest);
  const list = async (view: string) =>
    (await as("viewer").get(`/api/results/${id}/issues/?view=${view}`)).data.map(
      ({ selector }: { selector: string }) => selector,
    );
  expect(await list("usual")).toEqual(["#usual", "#both"]);
  expect(await list("dark")).toEqual(["#both", "#dark"]);
  expect(await list("narrow")).toEqual([]);
  expect(await as("viewer").get(`/api/results/${id}/issues/?view=sideways`)).toFail(400, "invalid_input", [
    { path: "view" },
  ]);
});

test("a page's details give the URL that phones are redirected to, and the reason why the page wasn't tested on a phone", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const website = await owner.post("/api/websites/", { url, settings: { views: ["phone"] } });
  const { data } = await owner.post("/api/website-audit/", { website_id: website.data.id });
  expect(data.effective_options.views).toEqual(["phone"]);
  const phone = { final_url: "https://m.example.org/", error: { code: "left_site", message: "It leads elsewhere." } };
  await deliver(rest, data.id, [
    pageOf(url, { phone }),
    pageOf(`${url}b`),
    pageOf(`${url}c`, { phone: { error: 3 } as never }),
  ]);
  const pages = (await owner.get(`/api/results/${data.id}/pages/`)).data;
  const details = await Promise.all(
    pages.map(
      async (page: { id: string }) => (await owner.get(`/api/results/${data.id}/pages/${page.id}/`)).data.phone,
    ),
  );
  expect(details).toEqual([phone, null, null]);
});

test("a website's settings determine the language in which the browser requests pages", async ({ as }) => {
  const owner = as("owner");
  const { data } = await owner.post("/api/websites/", { url: uniqueSite(), settings: { language: "pt-BR" } });
  expect(data.effective_settings.language).toBe("pt-BR");
  const audit = await owner.post("/api/website-audit/", { website_id: data.id, options: { language: "de" } });
  expect(audit.data.effective_options.language).toBe("de");
  const change = (language: unknown) => owner.patch(`/api/websites/${data.id}/`, { settings: { language } });
  for (const wrong of ["german!", "d", "de_DE", "de, en", "x".repeat(40), 7])
    expect(await change(wrong), JSON.stringify(wrong)).toFail(400, "invalid_input");
  expect((await change(null)).data.effective_settings.language).toBe("en-GB");
});
