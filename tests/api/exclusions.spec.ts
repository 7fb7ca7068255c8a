import { requestScan } from "@/server/domains/audits/request-scan";
import { expect, test } from "@/tests/support/api";
import { attachSilentScanner } from "@/tests/support/scanner/attach-silent-scanner";
import { deliver, pageOf, startAuditOf, uniqueSite } from "@/tests/support/scans";

const scanner = attachSilentScanner(test);

test("rejects invalid selectors and unknown rules, and names the field", async ({ as }) => {
  const owner = as("owner");
  const url = uniqueSite();
  const settings = { exclude_elements: ["#chat", "a["], include_rules: ["image-alt", "no-such-rule"] };
  const refused = await owner.post("/api/websites/", { url, settings });
  expect(refused).toFail(400, "invalid_input", [
    { path: "settings.exclude_elements.1" },
    { path: "settings.include_rules.1" },
  ]);
  expect(refused.body).toMatchObject({ error: expect.anything() });
  const { id } = (await owner.post("/api/websites/", { url })).data;
  const changed = await owner.patch(`/api/websites/${id}/`, { settings: { exclude_rules: ["other"] } });
  expect(changed).toFail(400, "invalid_input", [{ path: "settings.exclude_rules.0" }]);
  const started = await owner.post("/api/website-audit/", { website_id: id, options: { exclude_elements: ["*"] } });
  expect(started).toFail(400, "invalid_input", [{ path: "options.exclude_elements.0" }]);
});

test("results, reports and exports say what was left out, for the whole audit and for each page", async ({
  as,
  rest,
}) => {
  const owner = as("owner");
  const url = uniqueSite();
  const { origin } = new URL(url);
  const settings = { exclude_elements: ["#chat"], exclude_rules: ["color-contrast"] };
  await owner.post("/api/websites/", { url, settings });
  const { id } = await startAuditOf(owner, url);
  await requestScan(id);
  expect(scanner().requests.find(({ audit_id }) => audit_id === id)?.options).toMatchObject(settings);
  await deliver(rest, id, [
    pageOf(`${origin}/a`, { excluded: { elements: 1, findings: 3 } }),
    pageOf(`${origin}/b`, { excluded: { elements: 2, findings: 4 } }),
    pageOf(`${origin}/c`, { excluded: { elements: 0, findings: 0 } }),
  ]);
  const { scope, pages } = (await owner.get(`/api/results/?audit_id=${id}`)).data;
  expect(scope).toEqual({
    url_list: null,
    journeys: [],
    sample: null,
    excluded: { selectors: ["#chat"], pages: 2, elements: 3, findings: 7 },
    rules: { include: [], exclude: ["color-contrast"] },
  });
  expect(pages.map(({ excluded }: { excluded: object }) => excluded)).toContainEqual({ elements: 2, findings: 4 });
  const exported = await owner.get(`/api/results/${id}/export/?format=json`);
  expect(exported.body).toMatchObject({ scope, pages: [{ excluded: { elements: 1, findings: 3 } }, {}, {}] });
});
