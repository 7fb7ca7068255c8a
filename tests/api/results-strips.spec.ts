import { expect, type SignedIn, test } from "@/tests/support/api";
import { download, pathOf } from "@/tests/support/download";
import type { RestHandler } from "@/tests/support/rest-client";
import { deliver, startAuditOf } from "@/tests/support/scans";
import { stripPage } from "@/tests/support/screenshots";

const start = async (client: SignedIn, rest: RestHandler) => {
  const audit = await startAuditOf(client);
  const page = await stripPage(audit.url);
  await deliver(rest, audit.id, [page]);
  const { data } = await client.get(`/api/results/${audit.id}/issues/?rule_id=button-name`);
  const findingOf = (id: string) => data.find(({ selector }: { selector: string }) => selector === id);
  return { ...audit, pictures: page.strips?.[0]?.pictures ?? [], buy: findingOf("#buy"), pay: findingOf("#pay") };
};

test("a finding with a strip lists the strip's pictures, which viewers can download", async ({ as, rest }) => {
  const { pictures, buy, pay } = await start(as("owner"), rest);
  expect(pay.strip).toBeNull();
  expect(buy.strip).toEqual(
    pictures.map(({ content_type: _, data: __, ...facts }) => ({ ...facts, url: expect.any(String) })),
  );
  const viewer = as("viewer");
  for (const [index, { url }] of buy.strip.entries()) {
    const response = await download(viewer, rest, pathOf(url));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(Buffer.from(await response.arrayBuffer()).toString("base64")).toBe(pictures[index]?.data);
  }
});

test("the JSON export has the pictures of a finding's strip", async ({ as, rest }) => {
  const owner = as("owner");
  const { id, buy } = await start(owner, rest);
  const exported = JSON.parse(await (await download(owner, rest, `/api/results/${id}/export/?format=json`)).text());
  const found = exported.findings.find((finding: { selector: string }) => finding.selector === "#buy");
  expect(found.strip).toEqual(buy.strip);
});

test("returns 404 for a picture that doesn't exist, or that belongs to another audit or organisation", async ({
  as,
  otherOrganisation,
  rest,
}) => {
  const owner = as("owner");
  const { id, buy, pay } = await start(owner, rest);
  const other = await start(owner, rest);
  const path = pathOf(buy.strip[0].url);
  expect(await otherOrganisation().as("owner").get(path)).toFail(404, "not_found");
  expect(await owner.get(path.replace("/1/", "/3/"))).toFail(404, "not_found");
  expect(await owner.get(path.replace(id, other.id))).toFail(404, "not_found");
  expect(await owner.get(path.replace(buy.id, pay.id))).toFail(404, "not_found");
  expect(await owner.get(path.replace("/1/", "/0/"))).toFail(400, "invalid_input");
});
